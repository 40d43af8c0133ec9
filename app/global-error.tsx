// The last resort: the document itself failed, so it brings its own, with its own texts.
'use client';
import { RenderError } from '@/components/layout/render-error';
import { directionOf, langOf } from '@/lib/i18n/lang';
import en from '@/messages/en/common.json';
import fa from '@/messages/fa/common.json';
import './globals.css';

const cookieLang = () =>
  typeof document === 'undefined' ? undefined : /(?:^|; )lang=(\w+)/.exec(document.cookie)?.[1];

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const lang = langOf(cookieLang());
  const { renderError, reload, details } = lang === 'fa' ? fa : en;
  return (
    <html lang={lang} dir={directionOf(lang)}>
      <body style={{ fontFamily: 'Vazirmatn, system-ui, sans-serif' }}>
        <RenderError error={error} texts={{ renderError, reload, details }} />
      </body>
    </html>
  );
}
