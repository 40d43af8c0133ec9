// Makes an unknown message key, or an unknown language, a compile error everywhere.
import type { Lang } from './lang';
import type { AppMessages } from './messages';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Lang;
    Messages: AppMessages;
  }
}
