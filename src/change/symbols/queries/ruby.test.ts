// Tests which symbols are read from Ruby.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `require "json"
require_relative "cart"
autoload :Money, "shop/money"

LIMIT = 1

module Shop
  class Cart::Order < Base
    include Priced
    KIND = "order"
    HIDDEN = 1
    private_constant :HIDDEN
    attr_reader :size, :count

    def initialize(size, count = 1, *rest, key:, &block)
    end

    def total = 1
    def self.make; end
    def self.own; end
    private_class_method :own

    class << self
      def build
      end

      private

      def secret; end
    end

    alias_method :sum, :total
    alias price total
    def ask?; end
    private def alone; end
    def named; end
    private :named

    private

    def after; end
    def self.still; end

    public

    def again; end
    define_method(:made) { }
  end
end

Point = Struct.new(:x) do
  def length; end
end

def top(a) # says a
  a
end
`;

test("declarations of a Ruby file and their visibility", async () => {
  expect(await declaredIn("a.rb", text)).toEqual([
    "+ constant LIMIT | LIMIT",
    "+ module Shop | module Shop",
    "+ class Shop.Cart.Order | class Cart::Order < Base",
    "+ constant Shop.Cart.Order.KIND | KIND",
    "- constant Shop.Cart.Order.HIDDEN | HIDDEN",
    "+ field Shop.Cart.Order.size | attr_reader :size",
    "+ field Shop.Cart.Order.count | attr_reader :count",
    "+ method Shop.Cart.Order.initialize | def initialize(size, count = 1, *rest, key:, &block)",
    "+ method Shop.Cart.Order.total | def total",
    "+ method Shop.Cart.Order.make | def self.make",
    "- method Shop.Cart.Order.own | def self.own",
    "+ method Shop.Cart.Order.build | def build",
    "- method Shop.Cart.Order.secret | def secret",
    "+ method Shop.Cart.Order.sum | alias_method :sum, :total",
    "+ method Shop.Cart.Order.price | alias price total",
    "+ method Shop.Cart.Order.ask? | def ask?",
    "- method Shop.Cart.Order.alone | def alone",
    "- method Shop.Cart.Order.named | def named",
    "- method Shop.Cart.Order.after | def after",
    "+ method Shop.Cart.Order.still | def self.still",
    "+ method Shop.Cart.Order.again | def again",
    "+ method Shop.Cart.Order.made | define_method(:made)",
    "+ class Point | Point",
    "+ method Point.length | def length",
    "+ function top | def top(a)",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.rb", text)).toEqual([
    "require * as - from json",
    "require * as - from ./cart",
    "require * as - from shop/money",
  ]);
});
