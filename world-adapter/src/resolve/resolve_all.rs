//! Several inputs of one call: all of them resolve, or one reply names every one that does not.

use std::sync::Arc;

use reply_kit::{ReplyBuilder, Step, Text};

use crate::address::{AddressProblem, WorldAddress};
use crate::codes::ResolveCodes;
use crate::resolve::log_hint::for_logs;
use crate::resolve::resolved::Resolved;
use crate::resolve::resolver::{Existence, FoundTarget, path_not_found};
use crate::roots::contained::LookupError;
use crate::session::current::Session;
use crate::session::mode::Mode;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Resolves inputs that must all exist, in order. If some name nothing visible, the one reply is about the first, and its
    /// `also` lists the others (L38 holds for each).
    pub fn resolve_all<'c, T: ResolveCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        inputs: &[&str],
    ) -> Step<'c, T, Vec<Resolved>> {
        let (mut rb, (session, mode)) = self.in_mode(rb, session)?;
        let mut found: Vec<(WorldAddress, FoundTarget)> = Vec::with_capacity(inputs.len());
        let mut failing: Vec<(usize, AddressProblem)> = Vec::new();
        for (index, input) in inputs.iter().enumerate() {
            let address = match WorldAddress::parse(input, session.mods()) {
                Ok(address) => address,
                Err(error) => {
                    failing.push((index, error.problem));
                    continue;
                }
            };
            match self.find(&session, mode, &address, Existence::Required) {
                Ok(place) => found.push((address, place)),
                Err(LookupError::Failed(error)) => return Err(self.failed(rb, address.as_address(), &error)),
                Err(LookupError::Misspelled(_)) => failing.push((index, AddressProblem::LetterCase)),
                Err(LookupError::Absent | LookupError::Hidden | LookupError::Closed(_)) => {
                    failing.push((index, AddressProblem::NotFound));
                }
            }
        }
        if let Some((first, problem)) = failing.first() {
            let input = inputs[*first];
            let expected = for_logs(input, problem.expected().to_owned());
            let nearest = self.suggest_for_input(&session, mode, input);
            let mut answer = path_not_found(input, *problem, expected, nearest);
            answer.also = failing[1..].iter().map(|(index, problem)| failing_input(inputs[*index], *problem)).collect();
            return Err(rb.invalid(&self.voice, answer));
        }
        let mut resolved = Vec::with_capacity(found.len());
        for (address, place) in found {
            let (next, reference) = self.mint(rb, &place.target)?;
            rb = next;
            resolved.push(place.into_resolved(address, reference, Arc::clone(&session)));
        }
        Ok((rb, resolved))
    }
}

impl WorldAdapter {
    fn suggest_for_input(&self, session: &Session, mode: Mode, input: &str) -> Vec<Text> {
        match WorldAddress::parse(input, session.mods()) {
            Ok(address) => self.suggest(session, mode, &address),
            Err(error) => self.suggest_for_refused(session, mode, input, &error),
        }
    }
}

fn failing_input(input: &str, problem: AddressProblem) -> Text {
    Text::new(format!("{} ({})", Text::echo(input), problem.word()))
}
