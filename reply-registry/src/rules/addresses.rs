use reply_vocabulary::DISK_FOLDERS;

use crate::AddressForms;
use crate::draft::Draft;
use crate::finding::Findings;
use crate::rule::Rule;

/// The longest word of an address form.
const MAX_WORD: usize = 64;

/// L80: what the leak gate lets pass cannot be a path of a disk.
pub(super) fn are_plain(draft: &Draft, findings: &mut Findings<'_>) {
    let wanted = [
        "a scheme such as `lib`",
        "capital letters, digits and `_`, such as `SHELF`",
        "two or more small letters and `_`, such as `book`",
        "the name of a folder that no disk has at its root, in small letters",
    ];
    let fits: [fn(&str) -> bool; 4] = [is_scheme, is_root, is_namespace, is_folder];
    let lists = AddressForms::<()>::FIELDS.into_iter().zip(draft.addresses.lists());
    for (((field, list), wanted), fits) in lists.zip(wanted).zip(fits) {
        for word in list.iter().filter(|word| word.value.len() > MAX_WORD || !fits(&word.value)) {
            let message = format!("`{}` is not a word of `addresses.{field}`", word.value);
            findings.add(Rule::AddressFormPlain, &word.at, message, "may be a path", format!("write {wanted}"));
        }
    }
}

fn is_scheme(word: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    word.len() >= 2 && word.bytes().all(is_letter) && word != "file"
}

fn is_root(word: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    word.len() >= 2 && word.bytes().all(is_letter)
}

fn is_namespace(word: &str) -> bool {
    word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && word != "file"
}

fn is_folder(word: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-.".contains(&byte);
    let is_name = word.bytes().all(is_letter) && word.bytes().any(|byte| byte != b'.');
    is_name && !DISK_FOLDERS.contains(&word)
}
