//! The one prompt: how to react to replies, and what the person wants done.

use rmcp::ErrorData;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::Value;

use super::INSTRUCTIONS;

const NAME: &str = "ck3raven";

pub(crate) fn listed() -> Prompt {
    let goal = PromptArgument::new("goal").with_description("What to do, in a sentence.").with_required(false);
    let about = "Work on Crusader Kings III files: the four reactions to a reply, and the way to make a change.";
    Prompt::new(NAME, Some(about), Some(vec![goal])).with_title("Work with ck3raven")
}

pub(crate) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    if request.name != NAME {
        return Err(ErrorData::invalid_params(format!("there is no such prompt; there is {NAME}"), None));
    }
    let goal = request.arguments.as_ref().and_then(|arguments| arguments.get("goal")).and_then(Value::as_str);
    let text = match goal {
        Some(goal) => format!("{INSTRUCTIONS}\n\nWhat to do now: {goal}"),
        None => INSTRUCTIONS.to_owned(),
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).into())
}
