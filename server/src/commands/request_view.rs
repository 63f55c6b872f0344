//! A pending request as a person sees it before deciding.

use enforcement::quoted;

use super::lines::{self, word};
use super::paint::{BAD, BOLD, DIM, styled};
use super::show;
use crate::clock_time;
use crate::operator::ids::ShortIds;
use crate::operator::requests::PendingRequest;

/// Everything that a person needs to decide. Others chose the names and texts, so they are quoted or shown as content (L103).
pub(super) fn describe(request: &PendingRequest, ids: &ShortIds, limit: usize) {
    facts(request, ids);
    proposal(request, limit);
}

/// What is requested, by whom, why, and what happens without a decision.
pub(super) fn facts(request: &PendingRequest, ids: &ShortIds) {
    let id = show::id(ids, &request.request);
    outln!("\n{}", styled(BOLD, format!("{}  {}", word(id), summary(request))));
    match (&request.intent, &request.contract) {
        (Some(intent), Some(contract)) => {
            outln!("  for       {} (contract {})", quoted(intent), word(show::id(ids, contract)));
        }
        _ => outln!("  for       no contract: what it is for was not declared"),
    }
    let client = lines::client(request.client.as_deref(), request.client_version.as_deref());
    outln!("  asked     by session {} of {client} in {}", word(&request.session), world(request));
    outln!("            {}, {}", clock_time::for_people(request.asked()), clock_time::ago(request.asked()));
    if request.is_alive {
        let until = clock_time::for_people(request.expires());
        outln!("  if not    nothing is changed; process {} waits for it until {until} or its end", request.process);
    } else {
        outln!("  {}", styled(BAD, "the process that asked has ended: it cannot be decided any more"));
    }
    if let Some(folder) = &request.folder {
        return outln!("  folder    {}", enforcement::folder_in_words(folder));
    }
    let proposal = &request.proposal;
    let sizes = match (proposal.size_before, proposal.size_after) {
        (Some(before), Some(after)) => format!("{} now, {} then", show::size(before), show::size(after)),
        (None, Some(after)) => format!("a new file of {}", show::size(after)),
        (Some(before), None) => show::size(before),
        (None, None) => "not known".to_owned(),
    };
    let digest: String = request.content.iter().flat_map(|digest| digest.chars()).take(12).collect();
    outln!("  content   {sizes}; SHA-256 {}…", word(&digest));
}

/// The effect of the change, at most `limit` lines of it, and how to see the rest.
fn proposal(request: &PendingRequest, limit: usize) {
    let proposal = &request.proposal;
    let left_out = usize::try_from(proposal.lines_left_out).unwrap_or(usize::MAX);
    let rest = match (&proposal.difference, &proposal.first_lines) {
        _ if request.folder.is_some() => return,
        (Some(text), _) => show::difference(text, left_out, limit),
        (None, Some(lines)) => show::content(lines, limit).saturating_add(left_out),
        (None, None) => return outln!("  {}", styled(DIM, "not text, so nothing of it can be shown")),
    };
    show::rest(rest, &format!("approvals {} --full", word(ShortIds::default().short(&request.request))));
}

/// The request in one line.
pub(super) fn summary(request: &PendingRequest) -> String {
    let (operation, target) = (word(&request.operation), quoted(&request.target));
    match &request.destination {
        Some(to) => format!("{operation} {target} to {}", quoted(to)),
        None => format!("{operation} {target}"),
    }
}

fn world(request: &PendingRequest) -> String {
    if request.world.is_empty() {
        "an unnamed world".to_owned()
    } else {
        format!("the world of {}", quoted(&request.world))
    }
}
