// What paying needs of a card provider. Amounts are in rials.

export interface NewPayment {
  /** The purchase's own id, for the provider's books. */
  order: string;
  amount: number;
  description: string;
  /** Where the provider sends the payer back. */
  returnTo: string;
  phone?: string;
}

/** open: nothing was paid yet, and it may still be. `ref`: the provider's number of a payment, the same at each asking. */
export type Verdict = { paid: true; ref: string } | { paid: false; open: boolean };

export interface Gateway {
  name: string;
  /** Opens a payment. Throws when the provider does not respond or refuses. */
  request(payment: NewPayment): Promise<{ authority: string; redirectTo: string }>;
  /** Asks the provider, server to server, whether exactly this amount was paid, and takes it. Throws when it does not respond. */
  verify(payment: { authority: string; amount: number }): Promise<Verdict>;
}
