// What a one-time code holds beside its number.

/** What a code is for. `second`: the second step of a sign-in; `phone`: a number is being proved by who is signed in. */
export type CodePurpose = 'signup' | 'signin' | 'second' | 'reset' | 'phone';

/** What a sign-up waits with until its code comes. */
export interface SignUpDraft {
  username: string;
  password_hash: string;
  first_name: string;
  email: string;
  /** The number as people of the country write it. */
  phone: string;
}
