import { cases } from "../../../../test/support/cases.ts";
import { acceptedWithInterval } from "./figures-page-texts.ts";

cases("accepted: %d of %d", acceptedWithInterval, [
  [1, 1, "100 % (1 of 1; 21 to 100 %)"],
  [0, 4, "0 % (0 of 4; 0 to 49 %)"],
  [80, 100, "80 % (80 of 100; 71 to 87 %)"],
]);
