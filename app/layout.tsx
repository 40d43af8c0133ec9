// The document: language, direction, font, theme before first paint, and the outer providers.
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import '@mantine/core/styles.layer.css';
import './globals.css';
import { THEME_SCRIPT } from '@/components/color-scheme';
import { FirstScripts } from '@/features/shell/slots/first-scripts';
import { getInstance } from '@/lib/bff/instance';
import { buildId } from '@/lib/config/build-id';
import { DIRECTION_COOKIE, directionFor } from '@/lib/i18n/lang';
import { Providers } from './providers';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common');
  return {
    title: { default: t('appName'), template: `%s | ${t('appName')}` },
    description: t('appDescription'),
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#121525' },
    { media: '(prefers-color-scheme: light)', color: '#f4f5fa' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [lang, messages, requestHeaders, jar] = await Promise.all([getLocale(), getMessages(), headers(), cookies()]);
  const nonce = requestHeaders.get('x-nonce') ?? undefined;
  const { common, errors, session, shell } = messages;
  const direction = directionFor(lang, jar.get(DIRECTION_COOKIE)?.value);
  const { paymentGateway, smsShortNumber, serviceWorker } = getInstance().config;
  return (
    <html lang={lang} dir={direction} suppressHydrationWarning>
      <head>
        <link
          rel="preload"
          href="/fonts/Vazirmatn-Variable.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        {/** biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, before anything else runs */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <FirstScripts nonce={nonce} outdated={shell.outdated} failed={common} />
      </head>
      <body>
        <Providers
          lang={lang}
          direction={direction}
          messages={{ common, errors, session, shell }}
          closeLabel={common.close}
          nonce={nonce}
          deployment={{ build: buildId(), serviceWorker, shortNumber: smsShortNumber, gateway: paymentGateway }}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
