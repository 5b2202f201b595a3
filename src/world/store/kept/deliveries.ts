// Webhooks from their acknowledgement until they have become jobs.

export interface Delivery {
  id: string;
  event: string;
  /** As it came, after its signature was found right. */
  body: string;
  receivedAt: number;
}

/** As it came over the wire: UTF-8, or the text of it. */
export interface NewDelivery extends Omit<Delivery, "body"> {
  body: string | Buffer;
}

export interface Deliveries {
  /** False when a delivery of that id is there already. Durable when it returns. */
  accept(delivery: NewDelivery): Promise<boolean>;
  /** Accepted and not yet dealt with, oldest first. */
  pending(limit: number): Promise<readonly Delivery[]>;
  /** How often some were taken until now; to be asked before the transaction that takes some. */
  takes(): Promise<number>;
  /**
   * The same as those pending, of other events than those named, within a transaction alone: whoever takes next waits
   * until it ends, and gets what came after. Null when others took some since `takes` was asked: their jobs would count as
   * younger than those of this transaction, which was begun before. It is to be undone, and begun anew.
   */
  take(takes: number, limit: number, except?: readonly string[]): Promise<readonly Delivery[] | null>;
  /** False when another was quicker: then it is finished already. */
  finish(id: string, outcome: string): Promise<boolean>;
  /** What the finished ones said goes: it is other people's. Their ids stay, to know those that come twice. */
  discard(): Promise<void>;
}
