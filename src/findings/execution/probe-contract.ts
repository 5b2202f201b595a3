// Defines the answer of a break-point probe. The property names are those of the published schema
// (`schemas/break-point-probe.schema.json`).

/** A static trace; tests ran; a runtime call with its output; end to end. */
export const probeLevels = ["A", "B", "C", "D"] as const;
export type ProbeLevel = (typeof probeLevels)[number];

export interface ProbeStep {
  /** Steps from the user's action to the symptom, in order. */
  step: string;
  /** Location, if the step is in the code. */
  at: { path: string; line: number } | null;
  /** An external system: a third-party API, a database or cache, CI. */
  external: string | null;
  verified: boolean;
}

export interface Probe {
  /** Where the change takes effect. */
  break_point: { path: string; line: number };
  failure_chain: readonly ProbeStep[];
  /** Test files that run through the break point. */
  unit_coverage: readonly string[];
  /** What no test shows. */
  runtime_gap: string;
  probe_decision: {
    verified_at: ProbeLevel;
    /** Executed commands with their output; empty at A. */
    evidence: readonly { command: string; output: string }[];
  };
  /** Never empty below D. */
  residual_uncertainty: readonly {
    assumption: string;
    probability: "low" | "medium" | "high";
    failure_mode: string;
  }[];
  recommended_human_probe: readonly {
    action: string;
    /** Steps of the failure chain, from 1. */
    steps_covered: readonly number[];
    cost: string;
    gain: ProbeLevel;
  }[];
}

/** The checked probe, and whether its claimed level was lowered. */
export interface ProbeEvidence {
  probe: Probe;
  /** Traced by rules alone, or refined by a model. */
  by: "rules" | "model";
  lowered: { from: ProbeLevel; to: ProbeLevel } | null;
  /** Below C with an external system: the review is at most COMMENT. */
  tooLow: boolean;
}
