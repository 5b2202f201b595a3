import { inert } from "./inert.ts";
import { cases } from "../../../../test/support/cases.ts";

cases("%s", inert, [
  ["see [here](http://e.example)", "see [here] (http://e.example)"],
  ["![pixel](http://e.example/p.png)", "![pixel] (http://e.example/p.png)"],
  ["[a][b] and [b]: http://e.example", "[a] [b] and [b] : http://e.example"],
  ["<img src=x> </details> <!-- gone -->", "< img src=x> < /details> < !-- gone -->"],
  ["@everyone and (@team)", "@ everyone and (@ team)"],
  ["ada@example.com, a < b, list[0], <U+202E>", "ada@example.com, a < b, list[0], <U+202E>"],
]);
