// The document: language, direction, font, theme before first paint, and the outer providers.
import { ColorSchemeScript } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import '@mantine/core/styles.layer.css';
import './globals.css';
import { THEME_KEY } from '@/components/color-scheme';
import { directionOf } from '@/lib/i18n/lang';
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
  const [lang, messages, asked] = await Promise.all([getLocale(), getMessages(), headers()]);
  const nonce = asked.get('x-nonce') ?? undefined;
  const { common, errors, session, shell } = messages;
  return (
    <html lang={lang} dir={directionOf(lang)} suppressHydrationWarning>
      <head>
        <link
          rel="preload"
          href="/fonts/Vazirmatn-Variable.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <ColorSchemeScript
          defaultColorScheme="dark"
          localStorageKey={THEME_KEY}
          nonce={nonce}
          suppressHydrationWarning
        />
      </head>
      <body>
        <Providers lang={lang} messages={{ common, errors, session, shell }} closeLabel={common.close} nonce={nonce}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
