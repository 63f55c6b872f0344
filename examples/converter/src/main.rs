//! A unit converter that answers with replies of its own registry: `converter 12 km mi`.
//!
//! It shows the whole path in one file: start, voices, a step that may end the call, a denial that only the house rules can
//! give, data that an agent may see, and the envelope.

reply_macros::registry!("../registry.toml");

use reply_core::{CrashDir, En, Envelope, Problem, Program, Reply, ReplyBuilder, Terminal, Text, Voice, Wa, Wrapper};
use reply_macros::ReplyData;

/// What a conversion tells.
#[derive(ReplyData)]
struct Converted {
    /// The value in the unit that was asked for.
    value: f64,
    unit: Unit,
}

#[derive(Clone, Copy, ReplyData)]
enum Unit {
    Km,
    Mi,
    Nm,
}

impl Unit {
    const ALL: [Self; 3] = [Self::Km, Self::Mi, Self::Nm];

    const fn kilometres(self) -> f64 {
        match self {
            Self::Km => 1.0,
            Self::Mi => 1.609_344,
            Self::Nm => 1.852,
        }
    }
}

/// Knows the units, and speaks for the world.
struct Units {
    voice: Voice<Wa>,
}

impl Units {
    /// Finds a unit, or ends the call. The builder comes back only with a unit.
    fn find<'c>(&self, rb: ReplyBuilder<'c>, name: &str) -> Result<(ReplyBuilder<'c>, Unit), Terminal<'c>> {
        match Unit::ALL.into_iter().find(|unit| unit.word().as_str() == name) {
            Some(unit) => Ok((rb, unit)),
            None => {
                let known = Unit::ALL.map(Into::into).to_vec();
                Err(rb.invalid(&self.voice, wa::invalid::UnitUnknown { unit: Text::echo(name), known }))
            }
        }
    }
}

/// Permits or denies, and speaks for enforcement. Nothing else holds this voice, so nothing else can deny.
struct HouseRules {
    voice: Voice<En>,
    limit: u64,
}

impl HouseRules {
    fn permit<'c>(&self, rb: ReplyBuilder<'c>, kilometres: f64) -> Result<ReplyBuilder<'c>, Terminal<'c>> {
        if kilometres > self.limit as f64 {
            return Err(rb.denied(&self.voice, en::denied::TooFar { limit: self.limit }));
        }
        Ok(rb)
    }
}

struct Converter {
    units: Units,
    rules: HouseRules,
}

impl Converter {
    fn convert<'c>(&self, rb: ReplyBuilder<'c>, amount: f64, from: &str, to: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, from) = self.units.find(rb, from)?;
        let (rb, unit) = self.units.find(rb, to)?;
        let kilometres = amount * from.kilometres();
        let rb = self.rules.permit(rb, kilometres)?;
        let converted = Converted { value: kilometres / unit.kilometres(), unit };
        Ok(rb.success(&self.units.voice, wa::success::Converted, &converted))
    }

    fn answer(&self, wrapper: &Wrapper, arguments: &[String]) -> Envelope {
        let problem = |field: &str, expected: &str| Problem {
            field: field.into(),
            problem: "is missing or malformed".into(),
            expected: expected.into(),
        };
        let [amount, from, to] = arguments else {
            return wrapper.bad_arguments("convert", vec![problem("arguments", "AMOUNT FROM TO")]);
        };
        match amount.parse() {
            Ok(amount) => wrapper.call("convert", |rb| self.convert(rb, amount, from, to)),
            Err(_) => wrapper.bad_arguments("convert", vec![problem("amount", "a number")]),
        }
    }
}

fn main() -> Result<(), reply_core::SecondRegistry> {
    let Program { wrapper, voices, .. } =
        Program::start(&REGISTRY, CrashDir::at(std::env::temp_dir().join("converter")))?;
    let converter =
        Converter { units: Units { voice: voices.wa }, rules: HouseRules { voice: voices.en, limit: 40_075 } };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!("{}", converter.answer(&wrapper, &arguments).as_json());
    Ok(())
}
