// Defines the answer of a break-point probe. The property names are those of the published schema
// (`schemas/break-point-probe.schema.json`).

/** A static trace; tests ran; a runtime call with its output; end to end. */
export const probeLevels = ["A", "B", "C", "D"] as const;
export type ProbeLevel = (typeof probeLevels)[number];

export interface ProbeStep {
  /** From what a person does to the symptom, in order. */
  step: string;
  /** Where in the code, where it is in the code. */
  at: { path: string; line: number } | null;
  /** A system with semantics of its own: a third-party API, a database or cache, CI. */
  external: string | null;
  verified: boolean;
}

export interface Probe {
  /** Where the change takes effect. */
  break_point: { path: string; line: number };
  failure_chain: readonly ProbeStep[];
  /** The tests that run through the break point, by file. */
  unit_coverage: readonly string[];
  /** What no test shows. */
  runtime_gap: string;
  probe_decision: {
    verified_at: ProbeLevel;
    /** What was executed to claim it: a command and what it said. Below B there is none. */
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

/** The probe as it counts, and what was claimed beyond what was executed. */
export interface ProbeEvidence {
  probe: Probe;
  /** Who traced it: rules alone, or with a model. */
  by: "rules" | "model";
  lowered: { from: ProbeLevel; to: ProbeLevel } | null;
  /** Below C on an external system: at most COMMENT (EXE-8). */
  tooLow: boolean;
}
