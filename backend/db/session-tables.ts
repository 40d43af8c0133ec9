// Sessions, and the codes that open some of them.
import type { ColumnType, Generated } from 'kysely';
import type { When } from './tables';

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

/** What an account says of the sessions that it opens. */
export interface AccountStanding {
  /** The password has to be changed before anything else. */
  must_change: Generated<boolean>;
  /** A service acts for a key from outside: it is written as gone, signs in nowhere and stands in no list of people. */
  kind: Generated<'person' | 'service'>;
}

export interface SessionTables {
  session: {
    id: string;
    account_id: number;
    access_hash: string;
    access_until: When;
    refresh_hash: string;
    previous_hash: string | null;
    previous_at: Date | null;
    previous_answer: string | null;
    created: When;
    last_refresh: When;
    revoked_at: Date | null;
    /** Where and by which program it began. */
    ip: ColumnType<string | null, string | null | undefined, never>;
    agent: ColumnType<string | null, string | null | undefined, never>;
    /** Of one who sees as somebody else: the session that it hangs on. The account is then the person who is seen, or its own. */
    viewer_session: ColumnType<string | null, string | undefined, string | null>;
    view_role: ColumnType<number | null, number | undefined, number | null>;
    view_region: ColumnType<number | null, number | undefined, number | null>;
  };
  /** When people were last there. */
  account_seen: { account_id: number; at: When };
  one_time_code: {
    token_hash: string;
    purpose: CodePurpose;
    realm: string;
    phone: string;
    account_id: number | null;
    code_hash: string;
    payload: ColumnType<SignUpDraft | null, string | null, string | null>;
    tries: Generated<number>;
    sent: Generated<number>;
    ip: string;
    began: When;
    until: When;
    used_at: Date | null;
  };
}
