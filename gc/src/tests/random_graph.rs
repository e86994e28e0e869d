//! Random programs on a heap and on a model of it: after each collection the same objects live.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use crate::{Cx, Gc, GcCell, GcVec, Heap, HeapOptions, Trace};

type Pair<'h> = (Option<Gc<'h, Node<'h>>>, Option<Gc<'h, [u8]>>);

#[derive(Trace)]
struct Node<'h> {
    id: usize,
    edges: GcVec<'h, Gc<'h, Node<'h>>>,
    pair: GcCell<Pair<'h>>,
}

#[derive(Clone, Debug)]
enum Step {
    /// A node, with a slice of so many octets.
    New(usize),
    /// An edge between two roots.
    Link(usize, usize),
    Pair(usize, usize),
    Unlink(usize),
    /// Forget a root.
    Forget(usize),
    Collect,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => prop_oneof![8 => 0..64usize, 3 => 0..3000usize, 1 => 8000..20_000usize].prop_map(Step::New),
        6 => (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Step::Link(from, to)),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Step::Pair(from, to)),
        2 => any::<usize>().prop_map(Step::Unlink),
        4 => any::<usize>().prop_map(Step::Forget),
        1 => Just(Step::Collect),
    ];
    prop::collection::vec(step, 1..if cfg!(miri) { 40 } else { 1500 })
}

/// What the heap should hold: edges and octets by id.
#[derive(Default)]
struct Model {
    edges: BTreeMap<usize, Vec<usize>>,
    pairs: BTreeMap<usize, usize>,
    octets: BTreeMap<usize, usize>,
    roots: Vec<usize>,
}

impl Model {
    fn reachable(&self) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut pending = self.roots.clone();
        while let Some(id) = pending.pop() {
            if reached.insert(id) {
                pending.extend(&self.edges[&id]);
                pending.extend(self.pairs.get(&id));
            }
        }
        reached
    }
}

fn check<'h>(cx: &Cx<'h>, roots: &[Gc<'h, Node<'h>>], model: &Model) {
    let mut pending = roots.to_vec();
    let mut reached = BTreeMap::new();
    while let Some(node) = pending.pop() {
        if reached.insert(node.id, node.address()).is_some() {
            continue;
        }
        let edges: Vec<_> = node.edges.iter().map(|target| target.id).collect();
        assert_eq!(edges, model.edges[&node.id]);
        let (pair, octets) = node.pair.get();
        assert_eq!(pair.map(|target| target.id), model.pairs.get(&node.id).copied());
        let octets = octets.unwrap();
        assert_eq!(octets.len(), model.octets[&node.id]);
        assert!(octets.iter().all(|&octet| octet == node.id as u8));
        pending.extend(node.edges.iter());
        pending.extend(pair);
    }
    assert_eq!(reached.keys().copied().collect::<BTreeSet<_>>(), model.reachable());
    cx.verify().unwrap();
}

fn run(cx: &Cx<'_>, steps: &[Step]) {
    let mut model = Model::default();
    let mut roots = Vec::new();
    let pick = |number: usize, roots: &Vec<_>| (!roots.is_empty()).then(|| number % roots.len());
    for (id, step) in steps.iter().enumerate() {
        match *step {
            Step::New(octets) => {
                let slice = cx.alloc_slice_copy(&vec![id as u8; octets]);
                roots.push(cx.alloc(Node { id, edges: GcVec::new(), pair: GcCell::new((None, Some(slice))) }));
                model.roots.push(id);
                model.edges.insert(id, Vec::new());
                model.octets.insert(id, octets);
            }
            Step::Link(from, to) => {
                if let (Some(from), Some(to)) = (pick(from, &roots), pick(to, &roots)) {
                    roots[from].edges.push(cx, roots[to]);
                    model.edges.get_mut(&model.roots[from]).unwrap().push(model.roots[to]);
                }
            }
            Step::Pair(from, to) => {
                if let (Some(from), Some(to)) = (pick(from, &roots), pick(to, &roots)) {
                    roots[from].pair.update(|(_, octets)| (Some(roots[to]), octets));
                    model.pairs.insert(model.roots[from], model.roots[to]);
                }
            }
            Step::Unlink(from) => {
                if let Some(from) = pick(from, &roots)
                    && !roots[from].edges.is_empty()
                {
                    roots[from].edges.remove(cx, 0);
                    model.edges.get_mut(&model.roots[from]).unwrap().remove(0);
                }
            }
            Step::Forget(root) => {
                if let Some(root) = pick(root, &roots) {
                    roots.swap_remove(root);
                    model.roots.swap_remove(root);
                }
            }
            Step::Collect => {
                // SAFETY: all that is used afterwards is reached from the roots.
                unsafe { cx.collect_except(&roots) };
                check(cx, &roots, &model);
            }
        }
    }
    // SAFETY: as before.
    unsafe { cx.collect_except(&roots) };
    check(cx, &roots, &model);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 64 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn same_objects_live(first in steps(), second in steps()) {
        let mut heap = Heap::with_options(HeapOptions { poison: true, exact_counts: true, ..HeapOptions::default() });
        heap.enter(|cx| run(cx, &first));
        heap.enter(|cx| run(cx, &second));
    }
}
