//! Names that others wrote, as agents see them: none hides (L103), and none reads as a path of the host (L49).

use reply_kit::{Text, visible};

/// The most characters of a playset's name.
const MAX_NAME: usize = 100;

/// A playset's name as agents and people see it, and as an agent selects it.
pub fn playset_name(name: &str) -> String {
    let seen: String = visible(name).chars().take(MAX_NAME).collect();
    without_path(&seen, "playset").to_owned()
}

/// The name; for one that reads as a path, what follows its last separator; `other` if that may not be shown either.
pub(crate) fn without_path<'n>(name: &'n str, other: &'n str) -> &'n str {
    let is_safe_to_show = |name: &&str| Text::echo(name).as_str() == *name;
    let last = || name.rsplit(['/', '\\']).next().filter(|last| !last.trim().is_empty());
    Some(name).filter(is_safe_to_show).or_else(last).filter(is_safe_to_show).unwrap_or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_playset_can_be_named_whatever_its_name_is() {
        for (name, shown) in [
            ("Mine: a new/old one", "Mine: a new/old one"),
            ("Vanilla /2024", "2024"),
            ("/home/nate/My Mods", "My Mods"),
            (r"C:\Users\nate\Mine", "Mine"),
            ("/home/nate/", "playset"),
            ("a\u{202e}b", r"a\u{202e}b"),
            (&"x".repeat(5_000), &"x".repeat(MAX_NAME)),
        ] {
            assert_eq!(playset_name(name), shown);
            assert_eq!(Text::echo(shown).as_str(), shown, "and an agent sees it");
        }
    }
}
