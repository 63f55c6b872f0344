//! What one file defines, in a few contiguous buffers.

use ck3_script::{Definition, DefinitionKind, Folder, Script, Span, outline};
use lens::{DESCRIPTOR, ModDescriptor, is_unique_in_group};

/// The longest key that is stored; a longer one is a mistake in the file.
pub const MAX_KEY: usize = 1024;

/// No group.
pub(crate) const NO_GROUP: u16 = u16::MAX;

/// The state of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileState {
    /// Parsed, without errors outside of definitions.
    Sound,
    /// Parsed, with errors.
    Malformed,
    /// Too large to be parsed.
    TooLarge,
    /// The system fails to read it.
    Unreadable,
    /// Not a file of script or localization; not read.
    Other,
}

/// What one file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileRecord {
    /// A hash of each definition's key, stored separately: a lookup by key reads nothing else.
    pub(crate) hashes: Box<[u32]>,
    pub(crate) rows: Box<[DefinitionRow]>,
    /// The keys, followed by the groups, one after another.
    pub(crate) text: Box<[u8]>,
    /// The range of each group in `text`.
    pub(crate) groups: Box<[(u32, u16)]>,
    /// Override priorities other than 0, by row.
    pub(crate) priorities: Box<[(u32, i64)]>,
    pub(crate) state: FileState,
}

/// One definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DefinitionRow {
    pub(crate) key_start: u32,
    /// The start and the length of the definition in the file.
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) line: u32,
    pub(crate) key_len: u16,
    pub(crate) group: u16,
    pub(crate) kind: DefinitionKind,
    pub(crate) is_local: bool,
}

/// A field of a descriptor that affects loading; it is stored as the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DescriptorField {
    Name,
    ReplacePath,
    Dependency,
}

impl DescriptorField {
    const fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Name => b"name",
            Self::ReplacePath => b"replace_path",
            Self::Dependency => b"dependencies",
        }
    }
}

/// The hash of a key. It is stored on disk, so it must never change.
pub(crate) fn key_hash(key: &[u8]) -> u32 {
    // FNV-1a, folded: keys are short, and equal hashes are compared by text.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in key {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let bytes = (hash ^ (hash >> 32)).to_le_bytes();
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

impl FileRecord {
    /// A file without definitions.
    pub(crate) fn empty(state: FileState) -> Self {
        let (hashes, rows, text) = (Box::default(), Box::default(), Box::default());
        Self { hashes, rows, text, groups: Box::default(), priorities: Box::default(), state }
    }

    /// Parses a file. The fields of a descriptor are stored as definitions.
    pub(crate) fn parse(path: &str, bytes: &[u8]) -> Self {
        if path == DESCRIPTOR {
            return Self::of_descriptor(bytes);
        }
        let folder = Folder::of(lens::split_dlc(path).1);
        if folder == Folder::Other {
            return Self::empty(FileState::Other);
        }
        let found = outline(bytes, folder);
        let mut builder = Builder::default();
        let mut line = LineCounter { text: &found.text, at: 0, line: 1 };
        let mut is_sound = found.is_sound;
        for definition in &found.definitions {
            is_sound &= builder.add(&found.text, definition, line.of(definition.span.start));
        }
        let needle: &[u8] = match folder {
            Folder::Events => b"id_override_priority",
            Folder::HistoryCharacters => b"history_override_priority",
            _ => b"",
        };
        if !needle.is_empty() && memchr::memmem::find(&found.text, needle).is_some() {
            builder.priorities(&found.text, needle);
        }
        builder.build(if is_sound { FileState::Sound } else { FileState::Malformed })
    }

    fn of_descriptor(bytes: &[u8]) -> Self {
        let ModDescriptor { name, replace_paths, dependencies } = ModDescriptor::parse(bytes);
        let mut builder = Builder::default();
        for (field, texts) in [
            (DescriptorField::Name, name.into_iter().collect()),
            (DescriptorField::ReplacePath, replace_paths),
            (DescriptorField::Dependency, dependencies),
        ] {
            for text in texts {
                let group = Some(field.as_bytes());
                builder.push(text.as_bytes(), group, Span::default(), 0, DefinitionKind::Constant, true);
            }
        }
        builder.build(FileState::Other)
    }

    /// The values of a descriptor's field.
    pub(crate) fn descriptor_texts(&self, field: DescriptorField) -> impl Iterator<Item = &str> {
        let is_of_field = move |row: &&DefinitionRow| self.group(row) == field.as_bytes();
        self.rows.iter().filter(is_of_field).filter_map(|row| std::str::from_utf8(self.key(row)).ok())
    }

    pub(crate) fn key(&self, row: &DefinitionRow) -> &[u8] {
        let start = row.key_start as usize;
        self.text.get(start..start + usize::from(row.key_len)).unwrap_or_default()
    }

    pub(crate) fn group(&self, row: &DefinitionRow) -> &[u8] {
        let (start, len) = self.groups.get(usize::from(row.group)).copied().unwrap_or_default();
        self.text.get(start as usize..start as usize + usize::from(len)).unwrap_or_default()
    }

    pub(crate) fn priority(&self, row: u32) -> i64 {
        self.priorities.binary_search_by_key(&row, |(row, _)| *row).map_or(0, |at| self.priorities[at].1)
    }

    /// The rows of a key.
    pub(crate) fn rows_of(&self, hash: u32, key: &[u8]) -> impl Iterator<Item = u32> {
        let same = self.hashes.iter().enumerate().filter(move |(_, found)| **found == hash);
        same.filter(move |(row, _)| self.key(&self.rows[*row]) == key).map(|(row, _)| narrow(row))
    }
}

/// A number that is bounded by the size of a file.
pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Counts lines, moving forward only.
struct LineCounter<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
}

impl LineCounter<'_> {
    fn of(&mut self, byte: u32) -> u32 {
        let byte = byte as usize;
        // A definition inside another starts after it, so this hardly ever goes back.
        if byte < self.at {
            (self.at, self.line) = (0, 1);
        }
        let between = self.text.get(self.at..byte).unwrap_or_default();
        self.line += narrow(memchr::memchr_iter(b'\n', between).count());
        self.at = byte;
        self.line
    }
}

#[derive(Default)]
struct Builder {
    hashes: Vec<u32>,
    rows: Vec<DefinitionRow>,
    text: Vec<u8>,
    groups: Vec<Box<[u8]>>,
    priorities: Vec<(u32, i64)>,
}

impl Builder {
    /// Adds a definition; false if its key is too long.
    fn add(&mut self, text: &[u8], definition: &Definition, line: u32) -> bool {
        let kind = definition.kind;
        let name = definition.name.of(text);
        let group = definition.group.map(|group| group.of(text)).filter(|_| is_unique_in_group(kind));
        if kind == DefinitionKind::Define {
            let key = [group.unwrap_or_default(), b"|", name].concat();
            return self.push(&key, None, definition.span, line, kind, definition.is_local);
        }
        let group = group.map(|group| match kind {
            DefinitionKind::LocalizationKey => group.strip_prefix(b"l_").unwrap_or(group),
            _ => group,
        });
        self.push(name, group, definition.span, line, kind, definition.is_local)
    }

    fn push(
        &mut self,
        key: &[u8],
        group: Option<&[u8]>,
        span: Span,
        line: u32,
        kind: DefinitionKind,
        is_local: bool,
    ) -> bool {
        if key.is_empty() || key.len() > MAX_KEY || group.is_some_and(|group| group.len() > MAX_KEY) {
            return false;
        }
        let group = group.map_or(NO_GROUP, |group| self.group(group));
        let key_len = u16::try_from(key.len()).unwrap_or(u16::MAX);
        self.hashes.push(key_hash(key));
        let (key_start, len) = (narrow(self.text.len()), narrow(span.len()));
        self.rows.push(DefinitionRow { key_start, start: span.start, len, line, key_len, group, kind, is_local });
        self.text.extend_from_slice(key);
        true
    }

    fn group(&mut self, group: &[u8]) -> u16 {
        // Files have a handful of groups, and mostly repeat the last one.
        let known = self.groups.iter().rposition(|known| **known == *group);
        let index = known.unwrap_or_else(|| {
            self.groups.push(group.into());
            self.groups.len() - 1
        });
        u16::try_from(index).unwrap_or(NO_GROUP)
    }

    /// Reads override priorities. Few files have any, and those are parsed completely.
    fn priorities(&mut self, text: &[u8], field: &[u8]) {
        for (index, row) in self.rows.iter().enumerate() {
            let span = Span::new(row.start, row.start + row.len);
            let body = span.of(text);
            if memchr::memmem::find(body, field).is_none() {
                continue;
            }
            let script = Script::parse(body);
            let block = script.root().pairs().next().and_then(|pair| pair.block());
            let value = block.and_then(|block| block.get(field)).and_then(|pair| pair.scalar().map(<[u8]>::to_vec));
            let number = value.and_then(|value| String::from_utf8(value).ok()?.parse::<i64>().ok());
            if let Some(number) = number.filter(|number| *number != 0) {
                self.priorities.push((narrow(index), number));
            }
        }
    }

    fn build(mut self, state: FileState) -> FileRecord {
        let mut groups = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            groups.push((narrow(self.text.len()), u16::try_from(group.len()).unwrap_or(u16::MAX)));
            self.text.extend_from_slice(group);
        }
        FileRecord {
            hashes: self.hashes.into(),
            rows: self.rows.into(),
            text: self.text.into(),
            groups: groups.into(),
            priorities: self.priorities.into(),
            state,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(record: &FileRecord) -> Vec<(String, u32)> {
        let key = |row: &DefinitionRow| (String::from_utf8_lossy(record.key(row)).into_owned(), row.line);
        record.rows.iter().map(key).collect()
    }

    #[test]
    fn a_row_is_small() {
        assert!(size_of::<DefinitionRow>() <= 24);
    }

    #[test]
    fn keys_lines_and_priorities_are_kept() {
        let text =
            b"namespace = a\na.1 = {\n\tid_override_priority = 7\n}\n\na.2 = { x = { id_override_priority = 9 } }\n";
        let record = FileRecord::parse("events/a.txt", text);
        assert_eq!(keys(&record), [("a.1".to_owned(), 2), ("a.2".to_owned(), 6)]);
        assert_eq!((record.priority(0), record.priority(1)), (7, 0));
        assert_eq!(record.rows_of(key_hash(b"a.2"), b"a.2").collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_text_is_in_the_group_of_its_language() {
        let record = FileRecord::parse(
            "localization/english/a_l_english.yml",
            "\u{feff}l_english:\n a:0 \"x\"\n b: \"y\"\n".as_bytes(),
        );
        assert_eq!(record.rows.iter().map(|row| record.group(row)).collect::<Vec<_>>(), [b"english", b"english"]);
        assert_eq!(record.state, FileState::Sound);
    }

    #[test]
    fn what_does_not_parse_is_known() {
        assert_eq!(FileRecord::parse("common/traits/a.txt", b"a = {").state, FileState::Malformed);
        let long = [&vec![b'x'; 2_000][..], b" = { }"].concat();
        let record = FileRecord::parse("common/traits/a.txt", &long);
        assert_eq!((record.state, record.rows.len()), (FileState::Malformed, 0));
    }
}
