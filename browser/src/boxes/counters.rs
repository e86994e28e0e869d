//! Counters and their scopes.
//!
//! [CSS Lists 3, § 4](https://www.w3.org/TR/css-lists-3/#auto-numbering): an element that resets a counter makes a new
//! instance, whose scope is the element, its descendants and its following siblings with their descendants.

use std::sync::Arc;

use ashlar_layout::css::values::content::CounterChange;
use rustc_hash::FxHashMap;

/// One instance of a counter.
struct Instance {
    /// Nesting of the element that made it.
    depth: usize,
    value: i32,
}

/// All counters at one place of the document.
#[derive(Default)]
pub(super) struct Counters {
    by_name: FxHashMap<Arc<str>, Vec<Instance>>,
}

impl Counters {
    /// Applies an element's changes in the order of the spec: reset, increment, set.
    pub fn apply(&mut self, depth: usize, reset: &[CounterChange], increment: &[CounterChange], set: &[CounterChange]) {
        for change in reset {
            self.reset(depth, &change.name, change.value);
        }
        for change in increment {
            self.increment(depth, &change.name, change.value);
        }
        for change in set {
            self.instance(depth, &change.name).value = change.value;
        }
    }

    /// Makes a new instance; one made by a sibling before is replaced.
    pub fn reset(&mut self, depth: usize, name: &Arc<str>, value: i32) {
        let instances = self.by_name.entry(name.clone()).or_default();
        while instances.last().is_some_and(|instance| instance.depth >= depth) {
            instances.pop();
        }
        instances.push(Instance { depth, value });
    }

    /// Adds to a counter; what would be out of range changes nothing.
    pub fn increment(&mut self, depth: usize, name: &Arc<str>, by: i32) {
        let instance = self.instance(depth, name);
        instance.value = instance.value.checked_add(by).unwrap_or(instance.value);
    }

    /// Sets a counter.
    pub fn set(&mut self, depth: usize, name: &Arc<str>, value: i32) {
        self.instance(depth, name).value = value;
    }

    /// The innermost instance; an element that has none makes one.
    fn instance(&mut self, depth: usize, name: &Arc<str>) -> &mut Instance {
        let instances = self.by_name.entry(name.clone()).or_default();
        if instances.is_empty() {
            instances.push(Instance { depth, value: 0 });
        }
        instances.last_mut().expect("invariant: one was pushed")
    }

    /// Leaves an element: the instances its children made end, and its own one where an ancestor made one: siblings
    /// take a counter from each other only where they have none of that name from their parent
    /// ([§ 4.5](https://www.w3.org/TR/css-lists-3/#inheriting-counters)).
    pub fn leave(&mut self, depth: usize) {
        for instances in self.by_name.values_mut() {
            while instances.last().is_some_and(|instance| instance.depth > depth) {
                instances.pop();
            }
            if instances.len() > 1 && instances.last().is_some_and(|instance| instance.depth == depth) {
                instances.pop();
            }
        }
    }

    /// The innermost value, 0 where there is no counter.
    pub fn value(&self, name: &str) -> i32 {
        self.by_name.get(name).and_then(|instances| instances.last()).map_or(0, |instance| instance.value)
    }

    /// All values from the outermost, one 0 where there is no counter.
    pub fn values(&self, name: &str) -> Vec<i32> {
        match self.by_name.get(name) {
            Some(instances) if !instances.is_empty() => instances.iter().map(|instance| instance.value).collect(),
            _ => vec![0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_lists_count_apart() {
        let name: Arc<str> = "list-item".into();
        let mut counters = Counters::default();
        counters.reset(1, &name, 0);
        counters.increment(2, &name, 1);
        counters.reset(3, &name, 0);
        counters.increment(4, &name, 1);
        assert_eq!(counters.values("list-item"), [1, 1]);
        counters.leave(2);
        counters.increment(2, &name, 1);
        assert_eq!(counters.values("list-item"), [2]);
    }

    #[test]
    fn a_sibling_continues_the_counter_of_the_parent() {
        let name: Arc<str> = "c".into();
        let mut counters = Counters::default();
        counters.reset(1, &name, 4);
        counters.reset(2, &name, 9);
        assert_eq!(counters.values("c"), [4, 9]);
        counters.leave(2);
        counters.increment(2, &name, 1);
        assert_eq!(counters.values("c"), [5]);
    }

    #[test]
    fn a_sibling_replaces_the_instance() {
        let name: Arc<str> = "c".into();
        let mut counters = Counters::default();
        counters.reset(2, &name, 5);
        counters.reset(2, &name, 7);
        assert_eq!(counters.values("c"), [7]);
    }
}
