//! The one prompt: how to react to replies, and what the person wants done.

use reply_kit::find_host_path;
use reply_mcp::rmcp::ErrorData;
use reply_mcp::rmcp::model::{GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

use super::INSTRUCTIONS;

const NAME: &str = "ck3raven";
/// The longest goal: the prompt repeats it.
const MAX_GOAL: usize = 16 * 1024;

pub(crate) fn listed() -> Prompt {
    let goal = PromptArgument::new("goal").with_description("What to do, in a sentence.").with_required(false);
    let about = "Work on Crusader Kings III files: the four reactions to a reply, and the way to make a change.";
    Prompt::new(NAME, Some(about), Some(vec![goal])).with_title("Work with ck3raven")
}

pub(crate) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    if request.name != NAME {
        return Err(ErrorData::invalid_params(format!("there is no such prompt; there is {NAME}"), None));
    }
    let goal = request.arguments.as_ref().and_then(|arguments| arguments.get("goal")).and_then(Value::as_str);
    if goal.is_some_and(|goal| goal.len() > MAX_GOAL) {
        return Err(ErrorData::invalid_params(format!("`goal` is too long; at most {MAX_GOAL} bytes"), None));
    }
    if goal.is_some_and(|goal| find_host_path(goal).is_some()) {
        let problem = "`goal` holds a path of a machine, which is not repeated; name files by their addresses";
        return Err(ErrorData::invalid_params(problem, None));
    }
    let text = match goal {
        Some(goal) => format!("{INSTRUCTIONS}\n\nWhat to do now: {goal}"),
        None => INSTRUCTIONS.to_owned(),
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}
