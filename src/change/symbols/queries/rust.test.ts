// Tests which symbols are read from Rust.
import { expect, test } from "vitest";
import { declaredIn, exportsIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `use std::collections::{BTreeMap, HashMap as Map, self};
use serde;
pub use crate::money::Amount;
pub(crate) use super::kinds::*;
extern crate log as logging;

mod other;
pub mod inner {
    pub fn open() {}
    fn closed() {}
}

/// An order.
#[derive(Debug)]
pub struct Order<T: Clone> where T: Copy { pub size: u32, kind: T }
pub struct Pair(pub u32, i32);
struct Hidden;
impl Hidden { pub fn reach(&self) {} }

pub enum Kind { Small, Large(u32), Named { name: String } }

pub trait Ask: Sized {
    const LIMIT: u32;
    type Out;
    fn ask(&self) -> u32;
    fn again(&self) { }
}

impl<T> Order<T> {
    pub const ZERO: u32 = 0;
    pub async fn new(size: u32) -> Self where T: Default { todo!() }
    fn round(&self) {}
}
impl Ask for Order<u8> {
    fn ask(&self) -> u32 { 1 }
}

pub const LIMIT: u32 = 1;
static mut COUNT: u32 = 2;
pub(crate) type List<T> = Vec<T>;

macro_rules! own { () => {} }
#[macro_export]
macro_rules! shared { () => {} }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() {}
}
`;

test("declarations of a Rust file and their visibility", async () => {
  expect(await declaredIn("a.rs", text)).toEqual([
    "- module other | mod other",
    "+ module inner | pub mod inner",
    "+ function inner.open | pub fn open()",
    "- function inner.closed | fn closed()",
    "+ class Order | pub struct Order<T: Clone> where T: Copy",
    "+ field Order.size | pub size: u32",
    "- field Order.kind | kind: T",
    "+ class Pair | pub struct Pair(pub u32, i32)",
    "- class Hidden | struct Hidden",
    "- method Hidden.reach | pub fn reach(&self)",
    "+ type Kind | pub enum Kind",
    "+ enum-member Kind.Small | Small",
    "+ enum-member Kind.Large | Large(u32)",
    "+ enum-member Kind.Named | Named { name: String }",
    "+ field Kind.Named.name | name: String",
    "+ type Ask | pub trait Ask: Sized",
    "+ constant Ask.LIMIT | const LIMIT: u32",
    "+ type Ask.Out | type Out",
    "+ method Ask.ask | fn ask(&self) -> u32",
    "+ method Ask.again | fn again(&self)",
    "+ constant Order.ZERO | pub const ZERO: u32",
    "+ method Order.new | pub async fn new(size: u32) -> Self where T: Default",
    "- method Order.round | fn round(&self)",
    "+ method Order.ask | fn ask(&self) -> u32",
    "+ constant LIMIT | pub const LIMIT: u32",
    "- variable COUNT | static mut COUNT: u32",
    "+ type List | pub(crate) type List<T> = Vec<T>",
    "- macro own | macro_rules! own",
    "+ macro shared | macro_rules! shared",
    "- module tests | mod tests",
    "- function tests.works | fn works()",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.rs", text)).toEqual([
    "import BTreeMap as BTreeMap from std::collections",
    "import HashMap as Map from std::collections",
    "import collections as collections from std",
    "import * as serde from serde",
    "re-export Amount as Amount from crate::money",
    "re-export * as - from super::kinds",
    "import * as logging from log",
    "import * as - from super",
  ]);
});

test("re-exports", async () => {
  expect(await exportsIn("a.rs", text)).toEqual(["Amount as Amount from crate::money", "* as * from super::kinds"]);
});
