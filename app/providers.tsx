// What every page stands in, sign-in included: theme, direction, texts. Heavier things begin behind sign-in.
'use client';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { themeManager } from '@/components/color-scheme';
import { cssVariables, theme } from '@/components/theme';
import { directionOf, type Lang, TIME_ZONE } from '@/lib/i18n/lang';

const manager = themeManager();

export interface ProvidersProps {
  lang: Lang;
  messages: ComponentProps<typeof NextIntlClientProvider>['messages'];
  nonce?: string;
  children: ReactNode;
}

/** The outer providers. */
export function Providers({ lang, messages, nonce, children }: ProvidersProps) {
  return (
    <NextIntlClientProvider locale={lang} messages={messages} timeZone={TIME_ZONE}>
      <DirectionProvider initialDirection={directionOf(lang)}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={manager}
          defaultColorScheme="dark"
          {...(nonce ? { getStyleNonce: () => nonce } : {})}
        >
          {children}
        </MantineProvider>
      </DirectionProvider>
    </NextIntlClientProvider>
  );
}
