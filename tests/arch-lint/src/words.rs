//! Names as words: the ban is on concepts, so `canWrite`, `CAN_WRITE` and `can_write_to` are read alike.

/// The lower-case words of a name in any spelling.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for character in name.trim_start_matches("r#").chars() {
        let starts = before == '_' || character.is_uppercase() && !before.is_uppercase();
        if character != '_' {
            let lower = character.to_lowercase();
            match words.last_mut() {
                Some(word) if !starts => word.extend(lower),
                _ => words.push(lower.collect()),
            }
        }
        before = character;
    }
    words
}

/// Whether any of the words is in the list.
pub(crate) fn any(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_str()))
}

/// Whether a word of one list stands right before a word of another.
pub(crate) fn pair(words: &[String], first: &[&str], second: &[&str]) -> bool {
    words.windows(2).any(|two| first.contains(&two[0].as_str()) && second.contains(&two[1].as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_name_has_the_same_words() {
        for name in ["can_write_to", "canWriteTo", "CanWriteTo", "CAN_WRITE_TO", "__can_write_to", "r#can_write_to"] {
            assert_eq!(words(name), ["can", "write", "to"], "{name}");
        }
    }
}
