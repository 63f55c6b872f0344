use crate::GateLevel;
use crate::draft::Draft;
use crate::finding::Findings;
use crate::nearest::did_you_mean;
use crate::rule::Rule;

/// L80: what the leak gate looks for is one of three levels.
pub(super) fn is_known(draft: &Draft, findings: &mut Findings<'_>) {
    let Some(gate) = &draft.gate else { return };
    if GateLevel::parse(&gate.value).is_some() {
        return;
    }
    let known = GateLevel::ALL.map(GateLevel::as_str);
    let message = format!("there is no leak gate `{}`", gate.value);
    let label = did_you_mean(&gate.value, &known).unwrap_or_else(|| "not a level".to_owned());
    let help = "write `leak_gate = \"strict\"`, `\"home_and_drives\"` or `\"off\"`";
    findings.add(Rule::LeakGateKnown, &gate.at, message, label, help);
}
