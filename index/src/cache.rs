//! The serialised form of the cache: numbers, keys and relative paths, no host path (L94).

use std::collections::HashMap;
use std::sync::Arc;

use ck3_script::DefinitionKind;

use crate::folder::KnownFile;
use crate::record::{DefinitionRow, FileRecord, FileState};
use crate::source::{FileStamp, SourceIdentity};

/// The header of every cache; the last number is the version of the format.
const MAGIC: &[u8; 8] = b"ck3rix\0\x02";

/// The states by their number on disk. New ones are added at the end, as new kinds are at the end of [`DefinitionKind::ALL`]; any
/// other change needs a new format version.
const STATES: &[FileState] =
    &[FileState::Sound, FileState::Malformed, FileState::TooLarge, FileState::Unreadable, FileState::Other];

pub(crate) type SourceEntries = Vec<(SourceIdentity, Vec<(Arc<str>, KnownFile)>)>;
pub(crate) type CachedSources = HashMap<SourceIdentity, Vec<(Arc<str>, KnownFile)>>;

/// A checksum that shows whether a cache is intact. It protects against accidents, not against malice: the folder belongs to
/// the operator.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut sum = 0x9e37_79b9_7f4a_7c15_u64 ^ bytes.len() as u64;
    for word in words {
        sum = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29);
    }
    for byte in rest {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29);
    }
    sum
}

pub(crate) fn encode(sources: &SourceEntries) -> Vec<u8> {
    let mut out = CacheWriter(Vec::with_capacity(1 << 20));
    out.0.extend_from_slice(MAGIC);
    out.u64(0);
    out.size(sources.len());
    for (identity, files) in sources {
        out.0.extend_from_slice(&identity.0);
        out.size(files.len());
        for (path, entry) in files {
            out.bytes(path.as_bytes());
            out.u64(entry.stamp.size);
            out.u64(entry.stamp.modified_ns.cast_unsigned());
            out.u64(entry.stamp.changed_ns.cast_unsigned());
            out.u64(entry.stamp.inode);
            out.record(&entry.record);
        }
    }
    let sum = checksum(&out.0[16..]);
    out.0[8..16].copy_from_slice(&sum.to_le_bytes());
    out.0
}

/// Decodes a cache; `None` if it has another format version, is truncated or otherwise damaged.
pub(crate) fn decode(bytes: &[u8]) -> Option<CachedSources> {
    let (head, rest) = bytes.split_at_checked(16)?;
    let sum = u64::from_le_bytes(*head.last_chunk::<8>()?);
    if !head.starts_with(MAGIC) || sum != checksum(rest) {
        return None;
    }
    let mut input = CacheReader(rest);
    let mut sources = CachedSources::new();
    for _ in 0..input.size()? {
        let identity = SourceIdentity(*input.take(32)?.first_chunk::<32>()?);
        let count = input.size()?;
        let mut files = Vec::with_capacity(count.min(rest.len() / 64));
        for _ in 0..count {
            let path: Arc<str> = std::str::from_utf8(input.bytes()?).ok()?.into();
            let stamp = FileStamp {
                size: input.u64()?,
                modified_ns: input.u64()?.cast_signed(),
                changed_ns: input.u64()?.cast_signed(),
                inode: input.u64()?,
            };
            let record = Arc::new(input.record()?);
            files.push((path, KnownFile { stamp, is_settled: true, record }));
        }
        sources.insert(identity, files);
    }
    Some(sources)
}

struct CacheWriter(Vec<u8>);

impl CacheWriter {
    fn u16(&mut self, number: u16) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn size(&mut self, size: usize) {
        self.u32(crate::record::narrow(size));
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.size(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn record(&mut self, record: &FileRecord) {
        self.0.push(number_of(STATES, &record.state));
        self.size(record.rows.len());
        for (row, hash) in record.rows.iter().zip(&record.hashes) {
            self.u32(*hash);
            self.u32(row.start);
            self.u32(row.len);
            self.u32(row.line);
            self.u16(row.key_len);
            self.u16(row.group);
            // Two numbers in one byte: there are far fewer than 128 kinds.
            self.0.push(number_of(DefinitionKind::ALL, &row.kind) << 1 | u8::from(row.is_local));
        }
        self.bytes(&record.text);
        self.size(record.groups.len());
        for (start, len) in &record.groups {
            self.u32(*start);
            self.u16(*len);
        }
        self.size(record.priorities.len());
        for (row, priority) in &record.priorities {
            self.u32(*row);
            self.u64(priority.cast_unsigned());
        }
    }
}

fn number_of<T: PartialEq>(list: &[T], wanted: &T) -> u8 {
    let at = list.iter().position(|item| item == wanted).unwrap_or(0);
    u8::try_from(at).unwrap_or(0)
}

struct CacheReader<'b>(&'b [u8]);

impl<'b> CacheReader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
    fn u8(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }
    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(*self.take(2)?.first_chunk()?))
    }
    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }
    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(*self.take(8)?.first_chunk()?))
    }
    /// A count of items, each of at least one byte: it cannot exceed the number of bytes.
    fn size(&mut self) -> Option<usize> {
        usize::try_from(self.u32()?).ok().filter(|size| *size <= self.0.len())
    }
    fn bytes(&mut self) -> Option<&'b [u8]> {
        let size = self.size()?;
        self.take(size)
    }

    fn record(&mut self) -> Option<FileRecord> {
        let state = *STATES.get(usize::from(self.u8()?))?;
        let count = self.size()?;
        let (mut hashes, mut rows) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut key_start = 0_u32;
        for _ in 0..count {
            hashes.push(self.u32()?);
            let (start, len, line) = (self.u32()?, self.u32()?, self.u32()?);
            let (key_len, group) = (self.u16()?, self.u16()?);
            let packed = self.u8()?;
            let kind = *DefinitionKind::ALL.get(usize::from(packed >> 1))?;
            rows.push(DefinitionRow { key_start, start, len, line, key_len, group, kind, is_local: packed & 1 == 1 });
            // Keys lie one after another.
            key_start = key_start.checked_add(u32::from(key_len))?;
        }
        let text = self.bytes()?.into();
        let groups = (0..self.size()?).map(|_| Some((self.u32()?, self.u16()?))).collect::<Option<Vec<_>>>()?;
        let priorities =
            (0..self.size()?).map(|_| Some((self.u32()?, self.u64()?.cast_signed()))).collect::<Option<Vec<_>>>()?;
        let (hashes, rows) = (hashes.into(), rows.into());
        Some(FileRecord { hashes, rows, text, groups: groups.into(), priorities: priorities.into(), state })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample() -> SourceEntries {
        let parse = |path: &str, text: &str| {
            let record = Arc::new(FileRecord::parse(path, text.as_bytes()));
            let stamp = FileStamp { size: 3, modified_ns: -4, changed_ns: 5, inode: 6 };
            (Arc::from(path), KnownFile { stamp, is_settled: true, record })
        };
        let files = vec![
            parse("events/a.txt", "a.1 = { id_override_priority = -3 }\nscripted_effect x = { }\n"),
            parse("localization/a_l_english.yml", "\u{feff}l_english:\n a: \"b\"\n"),
            parse("common/defines/a.txt", "N = { A = 1 B = 2 }"),
            parse("common/traits/broken.txt", "a = {"),
            parse("descriptor.mod", "replace_path=\"history/wars\"\n"),
        ];
        vec![(SourceIdentity([7; 32]), files), (SourceIdentity([8; 32]), Vec::new())]
    }

    #[test]
    fn what_is_kept_comes_back() {
        let sources = sample();
        let found = decode(&encode(&sources)).unwrap();
        assert_eq!(found.len(), 2);
        for (identity, files) in &sources {
            assert_eq!(&found[identity], files);
        }
    }

    #[test]
    fn kinds_keep_their_numbers_on_disk() {
        let words: Vec<_> = DefinitionKind::ALL.iter().map(|kind| kind.as_str()).collect();
        let expected = "object on_action define title named_color coat_of_arms coat_of_arms_template scripted_trigger \
            scripted_effect script_value event character history_entry localization_key gui_type gui_template \
            gui_local_template gui_widget asset macro preprocessor_define constant";
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn l94_every_damage_is_noticed() {
        let whole = encode(&sample());
        for at in 0..whole.len() {
            assert!(decode(&whole[..at]).is_none(), "cut at {at}");
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            assert!(decode(&damaged).is_none(), "damaged at {at}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_behind_a_right_checksum_are_read_without_a_panic(rest in proptest::collection::vec(any::<u8>(), 0..200)) {
            let bytes = [&MAGIC[..], &checksum(&rest).to_le_bytes(), &rest].concat();
            let _ = decode(&bytes);
        }
    }
}
