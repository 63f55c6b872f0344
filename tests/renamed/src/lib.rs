//! A program that knows the kit as `answers`: the registry, every derive, `codes!`, `code_set!` and a tool.

/// The replies of this program.
pub mod registry {
    answers::registry!("../registry.toml");
}

use answers::prelude::*;
use registry::Dice;
use registry::dice::invalid::TooManySides;
use registry::dice::success::Rolled;

/// Which die.
#[derive(Debug, Arguments)]
pub struct Die {
    /// How many sides it has.
    pub sides: u32,
    /// How it is thrown.
    pub throw: Option<Throw>,
}

/// How a die is thrown.
#[derive(Clone, Copy, Debug, Argument, ReplyData)]
pub enum Throw {
    /// As everybody does.
    Plain,
    /// With a cup.
    FromCup,
}

/// What came up.
#[derive(Debug, ReplyData)]
pub struct Shown {
    /// The number on top.
    pub top: u32,
    /// How it was thrown.
    pub throw: Option<Throw>,
}

answers::code_set! {
    /// What choosing a die can answer.
    pub trait Chooses = TooManySides;
}

/// Rolls one die.
#[derive(Debug)]
pub struct RollDie {
    /// Decides about dice.
    pub dice: Voice<Dice>,
}

answers::codes!(RollDie { Rolled => Shown; TooManySides });

impl Tool for RollDie {
    const NAME: &'static str = "roll_die";
    const TITLE: &'static str = "Roll a die";
    const DESCRIPTION: &'static str = "Rolls one die.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = Die;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, die: Die, _: &CallContext) -> ReplyResult<'c> {
        let (rb, top) = choose(rb, &self.dice, die.sides)?;
        Ok(rb.success(&self.dice, Rolled, &Shown { top, throw: die.throw }))
    }
}

fn choose<'c, T: Chooses>(rb: ReplyBuilder<'c, T>, dice: &Voice<Dice>, sides: u32) -> Step<'c, T, u32> {
    rb.require_some((sides <= 20).then_some(sides), |rb| {
        rb.invalid(dice, TooManySides { sides: sides.into(), largest: 20 })
    })
}
