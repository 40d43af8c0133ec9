// Sign-in, its one-time keys, and who is signed in.
import { z } from 'zod';
import { fold } from '../fold';
import { MIN_PHONE, phoneKey } from '../phone';
import { can, int, latinDigits, why } from './common';
import { SessionScreens } from './roles/screens';

/** A security code: one use, 120 s. `captcha_image` is a data URI (PNG); `captcha/sound/` reads it aloud. */
export const Captcha = z.object({
  captcha_key: z.string(),
  captcha_image: z.string(),
  /** The CSRF token for the sign-in that follows. */
  login_xsrf: z.string(),
});

export const Prepared = z.object({
  is_logged_in: z.boolean(),
  /** Whether the next sign-in must carry a captcha; the server decides. */
  captcha_required: z.boolean(),
  login_xsrf: z.string(),
});

/** base64 of a JSON public JWK: RSA, 2048 bits, e = 65537, no private member, at most 1 kB. */
export const PublicKeyDocument = z.string().min(100).max(1500);

/** Six digits in either script. */
const code = z
  .string()
  .max(12)
  .transform((text) => latinDigits(text).trim());
/** What stands for a flow that has begun. A browser need not send it: the BFF remembers it in the sealed pre-session. */
const resend_token = z.string().max(100).optional();

const Credentials = z.strictObject({
  username: z.string().min(1).max(150),
  password: z.string().min(1).max(200),
  captcha_key: z.string().max(300).optional(),
  captcha_value: z.string().max(20).transform(latinDigits).optional(),
  otp: PublicKeyDocument,
});
/** The second step of two-factor: the code, and a fresh key. The password does not travel again. */
const SecondStep = z.strictObject({ resend_token, verify_code: code, otp: PublicKeyDocument });
export const SignIn = z.union([Credentials, SecondStep]);

/** `access` is base64 of JSON {exp, encrypted}; `encrypted` is a compact JWE (RSA-OAEP-256, A256GCM) of Grants for the caller's key. */
export const Access = z.object({ access: z.string(), data: z.string().optional() });

/** Two-factor: no access yet, a code has gone to `phone` (masked). */
export const SecondFactor = z.object({ phone: z.string(), resend_token: z.string(), expire_seconds: z.number() });

export const Refresh = z.strictObject({ otp: PublicKeyDocument });

export const UserId = int(1, 2 ** 31 - 1);

/** Whom to see as: one of a person, a role alone, or a region. The BFF brings the key. */
export const SeeAs = z
  .strictObject({
    user: UserId.optional(),
    role: UserId.optional(),
    region: UserId.optional(),
    otp: PublicKeyDocument.optional(),
  })
  .refine(({ user, role, region }) => [user, role, region].filter((id) => id !== undefined).length === 1, {
    path: ['user'],
  });
export type SeeAs = z.infer<typeof SeeAs>;
/** `label`: the name of what is seen; `until`: ISO time of its end. `access` is for the BFF. */
export const SeeAsAnswer = z.object({ label: z.string(), until: z.string(), access: z.string().optional() });
export type SeeAsAnswer = z.infer<typeof SeeAsAnswer>;

/** What sign-in grants: module ids and permission names as comma lists, as the product's protocol writes them. */
export const Grants = z.object({
  modules: z.string(),
  custom_perms: z.string(),
  is_superuser: z.boolean(),
});
export type Grants = z.infer<typeof Grants>;

/** The upstream's sealed grants for the BFF: Grants and the tokens, which never travel on to a browser. */
export const UpstreamGrants = Grants.extend({
  token: z.string(),
  refresh: z.string(),
  user_id: z.number(),
  username: z.string(),
  expires_in: z.number(),
});

export const Module = z.object({ modules__id: z.number() });

/** Names on the wire where a person is only mentioned. */
export const Person = z.object({ id: z.number(), username: z.string(), first_name: z.string(), last_name: z.string() });
export type Person = z.infer<typeof Person>;

export const User = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** A path below /api/ that gives the picture. */
  image: z.string().nullable(),
  groups: z.array(z.number()),
  /** Regions that limit what the person sees; empty for no limit. */
  regions: z.array(z.number()),
  /** The same with their names; another upstream may lack them. */
  groups_detail: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
  regions_detail: z.array(z.object({ id: z.number(), label: z.string() })).optional(),
  /** Days on which the person may work, by the ids of `workdays/`; empty for every day. */
  workdays: z.array(z.number()),
  /** ISO time of the account's making. */
  created: z.string(),
  /** ISO time at which a session of theirs was last used, to some minutes; null for who was never there. */
  last_seen: z.string().nullable().optional(),
  /** Whether the password has to be changed before anything else. */
  must_change_password: z.boolean().optional(),
  /** How many layers the person sees; only where one person is read. */
  layer_count: z.number().int().optional(),
  locked: z.boolean(),
  is_signed_up: z.boolean(),
  is_superuser: z.boolean(),
  /** Whether a sign-in also needs a code that goes to `phone`. */
  two_factor: z.boolean(),
  /** Whether a code that went to `phone` has come back. */
  phone_proved: z.boolean(),
  current_plan: z.string().nullable(),
  current_plan_days: z.number().nullable(),
  reserved_plan: z.string().nullable(),
  plan_remaining_days: z.number().nullable(),
  modules: z.array(Module),
  custom_perms: z.array(z.string()),
  /** What the own roles say of the screens; only in the own profile, and another upstream may lack it. */
  interface: SessionScreens.optional(),
  /** Of those whom the caller manages; absent from the own profile. */
  can_edit: can,
  /** Whether user name, password, telephone number and address too. */
  can_edit_login: can,
  can_lock: can,
  can_delete: can,
  /** Whether the second factor may be taken off: false too where there is none. */
  can_reset_two_factor: can,
  why,
});
export type User = z.infer<typeof User>;

export const CustomerConfig = z.object({
  name: z.string(),
  name_subtitle: z.string(),
  title: z.string(),
  subtitle: z.string(),
  footer_subtitle: z.string(),
  customer_link: z.string(),
  expires: z.string().nullable(),
  version: z.string(),
  /** Map view for a user without one of their own: longitude, latitude, zoom. */
  view: z.object({ center: z.tuple([z.number(), z.number()]), zoom: z.number() }),
});
export type CustomerConfig = z.infer<typeof CustomerConfig>;

/** Codes go to `phone` (masked in responses); the token asks for another one. Codes live `expire_seconds` and serve once. */
export const CodeSent = z.object({ resend_token: z.string(), phone: z.string(), expire_seconds: z.number() });
/** A number of at least 11 characters, in either script, with or without a country code. */
const phone = z
  .string()
  .trim()
  .min(MIN_PHONE)
  .max(40)
  .refine((text) => phoneKey(text) !== null);
/** Words on one line: nothing in them may turn the line around or hide. */
const line = z
  .string()
  .trim()
  .min(1)
  .max(150)
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u);

/** The first call sends the code; the second one repeats all with `verify_code` and the key for `access`. */
export const SignUp = z.strictObject({
  username: line.refine((text) => fold(text) !== ''),
  password: z.string().min(6).max(200),
  confirm_password: z.string().min(6).max(200),
  first_name: line,
  email: z.email().max(254),
  phone,
  verify_code: code.optional(),
  resend_token,
  jwt_otp: PublicKeyDocument.optional(),
});

export const Resend = z.strictObject({ resend_token });

/** The first call has the phone alone; the second one the code and the public key for `access`. */
export const OtpSignIn = z.strictObject({
  phone,
  otp: code.optional(),
  jwt_otp: PublicKeyDocument.optional(),
  resend_token,
});

export const ResetPassword = z.strictObject({
  phone,
  otp: code.optional(),
  new_password: z.string().min(6).max(200).optional(),
  new_password2: z.string().min(6).max(200).optional(),
  resend_token,
});

/** Proves the own number, a new one or the one that is there: the first call sends it a code, the second one brings it. */
export const ProvePhone = z.strictObject({
  phone,
  /** With the first call. */
  current_password: z.string().min(1).max(200).optional(),
  verify_code: code.optional(),
  resend_token,
});

/** A data URI of a PNG, or nothing. */
export const FooterLogo = z.object({ logo: z.string().nullable() });

/** A person's settings of the interface, as one JSON object. */
export const UserConfig = z.record(z.string().max(100), z.unknown());
