//! Reads pairs and values off the tape.

use crate::lexeme::{Lexeme, LexemeKind};
use crate::parse::report::is_next_key;
use crate::tree::{Block, Item, Pair, Value};

/// Walks over the things in a block; a block in it is one step.
#[derive(Clone, Debug)]
pub struct Items<'s> {
    block: Block<'s>,
    next: usize,
}

impl<'s> Items<'s> {
    pub(crate) fn new(block: Block<'s>) -> Self {
        Self { block, next: block.inside.0 }
    }

    /// The index of the next lexeme that is part of a pair or a value.
    fn significant(&self, from: usize) -> Option<(usize, Lexeme)> {
        let inside = self.block.lexemes.get(from..self.block.inside.1)?;
        let found = inside.iter().position(|lexeme| lexeme.is_significant())?;
        Some((from + found, inside[found]))
    }

    fn block_at(&self, open: usize) -> Option<Block<'s>> {
        Block::at(self.block.text, self.block.lexemes, open)
    }

    /// The value that starts at an index, given what follows its first lexeme; the index after it.
    fn value(&self, index: usize, lexeme: Lexeme, follows: Option<(usize, Lexeme)>) -> Option<(Value<'s>, usize)> {
        if !lexeme.is_scalar() {
            let block = self.block_at(index)?;
            return Some((Value::Block(block), block.inside.1 + 1));
        }
        let is_tag = lexeme.kind() == LexemeKind::Word;
        let tagged = follows.filter(|(_, next)| is_tag && next.kind() == LexemeKind::Open);
        match tagged.and_then(|(open, _)| self.block_at(open)) {
            Some(block) => Some((Value::Tagged(lexeme, block), block.inside.1 + 1)),
            None => Some((Value::Scalar(lexeme), index + 1)),
        }
    }

    /// What follows the operator at an index, if it is its value. Of several operators in a row the first counts.
    fn value_after(&self, operator: (usize, Lexeme)) -> Option<(Value<'s>, usize)> {
        let (mut index, mut lexeme) = self.significant(operator.0 + 1)?;
        while lexeme.kind() == LexemeKind::Operator {
            (index, lexeme) = self.significant(index + 1)?;
        }
        let follows = if lexeme.is_scalar() { self.significant(index + 1) } else { None };
        if let Some((_, second)) = follows
            && second.kind() == LexemeKind::Operator
            && is_next_key(self.block.text, operator.1.span(), lexeme.span(), second.span())
        {
            return None;
        }
        self.value(index, lexeme, follows)
    }

    /// The pair whose key is at an index; the index after it.
    fn pair(&self, index: usize, key: Lexeme) -> Option<(Pair<'s>, usize)> {
        let (next, lexeme) = self.significant(index + 1)?;
        let text = self.block.text;
        match lexeme.kind() {
            LexemeKind::Operator => {
                let (value, end) = match self.value_after((next, lexeme)) {
                    Some((value, end)) => (Some(value), end),
                    None => (None, next + 1),
                };
                Some((Pair { text, key, operator: Some(lexeme), value }, end))
            }
            LexemeKind::Open => {
                let block = self.block_at(next)?;
                let value = Some(Value::Block(block));
                Some((Pair { text, key, operator: None, value }, block.inside.1 + 1))
            }
            _ => None,
        }
    }
}

impl<'s> Iterator for Items<'s> {
    type Item = Item<'s>;

    fn next(&mut self) -> Option<Item<'s>> {
        loop {
            let (index, lexeme) = self.significant(self.next)?;
            self.next = index + 1;
            if lexeme.is_scalar()
                && let Some((pair, next)) = self.pair(index, lexeme)
            {
                self.next = next;
                return Some(Item::Pair(pair));
            }
            // An operator without a key says nothing; the value after it is a value.
            if lexeme.is_scalar() {
                return Some(Item::Value(Value::Scalar(lexeme)));
            }
            if let Some((value, next)) = self.value(index, lexeme, None) {
                self.next = next;
                return Some(Item::Value(value));
            }
        }
    }
}
