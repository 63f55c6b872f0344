//! The order in which the files of a folder load (R3).

use std::cmp::Ordering;

/// Compares two relative paths as the game loads them: in each folder the files by the bytes of their names, then the subfolders.
///
/// From which source a file comes does not matter.
///
/// ```
/// use std::cmp::Ordering;
/// use lens::compare_paths;
/// assert_eq!(compare_paths("common/decisions/zz.txt", "common/decisions/dlc/00.txt"), Ordering::Less);
/// assert_eq!(compare_paths("common/decisions/Z.txt", "common/decisions/a.txt"), Ordering::Less);
/// ```
pub fn compare_paths(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one.split('/').peekable(), other.split('/').peekable());
    loop {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) => {
                let (a_is_folder, b_is_folder) = (left.peek().is_some(), right.peek().is_some());
                let by_depth = a_is_folder.cmp(&b_is_folder);
                let order = by_depth.then_with(|| a.as_bytes().cmp(b.as_bytes()));
                if order != Ordering::Equal {
                    return order;
                }
            }
            (a, b) => return a.is_some().cmp(&b.is_some()),
        }
    }
}

/// Compares two relative paths by their components alone, files and folders together: what one tool takes for the order.
///
/// Where it picks another winner than [`compare_paths`], an answer is only likely.
pub fn compare_by_components(one: &str, other: &str) -> Ordering {
    one.split('/').map(str::as_bytes).cmp(other.split('/').map(str::as_bytes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r3_files_come_before_subfolders_and_each_by_ascii() {
        let loaded = [
            "common/x/00.txt",
            "common/x/A.txt",
            "common/x/_.txt",
            "common/x/a.txt",
            "common/x/a_.txt",
            "common/x/ä.txt",
            "common/x/a/00.txt",
            "common/x/a/a/00.txt",
            "common/x/a.b/00.txt",
            "common/x/b/00.txt",
        ];
        for pair in loaded.windows(2) {
            assert_eq!(compare_paths(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(compare_paths(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
    }

    proptest! {
        #[test]
        fn it_is_a_total_order(a in "[ab./]{0,6}", b in "[ab./]{0,6}", c in "[ab./]{0,6}") {
            prop_assert_eq!(compare_paths(&a, &b), compare_paths(&b, &a).reverse());
            prop_assert_eq!(compare_paths(&a, &b) == Ordering::Equal, a == b);
            if compare_paths(&a, &b).is_le() && compare_paths(&b, &c).is_le() {
                prop_assert!(compare_paths(&a, &c).is_le());
            }
        }
    }
}
