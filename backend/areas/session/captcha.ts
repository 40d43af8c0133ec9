// Captchas: created without a row in the database, rendered as picture or sound, accepted once.
import { randomBytes } from 'node:crypto';
import type { Config } from '../../config';
import type { Ctx } from '../../http/context';
import { type Lang, Refusal } from '../../http/errors';
import { openVault, type Vault } from '../../vault';
import { countWithin } from './attempts';
import { drawCaptcha } from './captcha-picture';
import { renderCaptchaSound } from './captcha-sound';

const CAPTCHA_SECONDS = 120;
/** Whose text a seal is; another purpose's does not open here. */
const OWNER = 'captcha';

interface Sealed {
  id: string;
  digits: string;
  /** Milliseconds since 1970. */
  until: number;
}

export type Captchas = ReturnType<typeof createCaptchas>;

/**
 * Codes whose key is the sealed answer itself: a flood of requests for pictures writes nothing. What is written is which of them
 * have been used, by attempts that are limited. All processes of a deployment share the key of the seal.
 */
export function createCaptchas(config: Config) {
  const vault: Vault = openVault(config);

  /** What a key holds; null for a key that is not ours or whose time is over. */
  function open(key: string, now: Date): Sealed | null {
    try {
      const sealed = JSON.parse(vault.open(key, OWNER)) as Sealed;
      return sealed.until > now.getTime() ? sealed : null;
    } catch {
      return null;
    }
  }

  return {
    /** A new code: its key, and its picture as a data address. */
    create(now: Date): { key: string; image: string } {
      const digits = config.captchaText();
      const sealed: Sealed = {
        id: randomBytes(9).toString('base64url'),
        digits,
        until: now.getTime() + CAPTCHA_SECONDS * 1000,
      };
      return {
        key: vault.seal(JSON.stringify(sealed), OWNER),
        image: `data:image/png;base64,${Buffer.from(drawCaptcha(digits)).toString('base64')}`,
      };
    },

    /** The code of a key as a WAV file. 404 for a key that is not good any more. */
    speak(key: string, lang: Lang, now: Date): Buffer {
      const sealed = open(key, now);
      if (!sealed) throw new Refusal(404, 'captcha');
      return renderCaptchaSound(sealed.digits, lang);
    },

    /** Uses a code up; 406 unless it is right and was not used before. A wrong answer uses it up too. */
    async check({ engine, now }: Pick<Ctx, 'engine' | 'now'>, key: string | undefined, value: string | undefined) {
      const sealed = key ? open(key, now()) : null;
      const isFirst =
        sealed && (await countWithin(engine.db, `captcha:${sealed.id}`, 1, CAPTCHA_SECONDS * 1000, now()));
      if (!isFirst || value?.trim() !== sealed.digits) throw new Refusal(406, 'captcha');
    },
  };
}
