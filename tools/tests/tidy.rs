//! The rules of the source tree.

#[test]
fn the_tree_keeps_its_rules() {
    let faults = ashlar_tools::tidy::faults().expect("the sources can be read");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
