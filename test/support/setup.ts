// Property tests draw new cases on every run at a desk. In CI they draw the same ones each time, so that a red run is about
// the change that it belongs to.
import fc from "fast-check";

if (process.env["CI"] === "true") fc.configureGlobal({ seed: 1_729 });
