// The ways in which things go wrong. Anything that is none of these is our own fault.

/** Something the person at the keyboard can mend: what is wrong, where, and what to do about it. No stack is shown. */
export class UserError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = "UserError";
    this.remedy = remedy;
  }
}

/** Something outside did not answer: who, and whether trying again can help. */
export class Unavailable extends Error {
  readonly who: string;

  constructor(who: string, message: string) {
    super(message);
    this.name = "Unavailable";
    this.who = who;
  }
}

/** Something outside said no, and did nothing: a write that was refused is not tried again as it is. */
export class Refused extends Error {
  readonly who: string;
  readonly status: number;

  constructor(who: string, status: number, message: string) {
    super(message);
    this.name = "Refused";
    this.who = who;
    this.status = status;
  }
}
