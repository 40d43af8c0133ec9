// What next-intl knows of a request: the language from its cookie (no language in addresses), its texts, Tehran's time.
import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LANG_COOKIE, langOf, TIME_ZONE } from './lang';
import { messagesOf } from './messages';

export default getRequestConfig(async () => {
  const lang = langOf((await cookies()).get(LANG_COOKIE)?.value);
  return { locale: lang, messages: messagesOf(lang), timeZone: TIME_ZONE };
});
