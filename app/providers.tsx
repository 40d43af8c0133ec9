// What every page stands in, sign-in included: theme, direction, texts. Heavier things begin behind sign-in.
'use client';
import { DirectionProvider, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, type ReactNode, useEffect, useMemo } from 'react';
import { themeManager } from '@/components/color-scheme';
import { keepFocus } from '@/components/focus/focus-keeper';
import { cssVariables, theme } from '@/components/theme';
import { type Direction, type Lang, TIME_ZONE } from '@/lib/i18n/lang';
import { type Deployment, DeploymentContext } from '@/lib/state/deployment';

const manager = themeManager();

export interface ProvidersProps {
  lang: Lang;
  direction: Direction;
  messages: ComponentProps<typeof NextIntlClientProvider>['messages'];
  /** Name of the cross that closes dialogs, drawers and toasts. */
  closeLabel: string;
  nonce?: string;
  deployment: Deployment;
  children: ReactNode;
}

/** The outer providers. */
export function Providers({ lang, direction, messages, closeLabel, nonce, deployment, children }: ProvidersProps) {
  const named = useMemo(
    () => mergeThemeOverrides(theme, { components: { CloseButton: { defaultProps: { 'aria-label': closeLabel } } } }),
    [closeLabel],
  );
  useEffect(keepFocus, []);
  return (
    <NextIntlClientProvider locale={lang} messages={messages} timeZone={TIME_ZONE}>
      <DirectionProvider initialDirection={direction}>
        <MantineProvider
          theme={named}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={manager}
          defaultColorScheme="dark"
          {...(nonce ? { getStyleNonce: () => nonce } : {})}
        >
          <DeploymentContext value={deployment}>{children}</DeploymentContext>
        </MantineProvider>
      </DirectionProvider>
    </NextIntlClientProvider>
  );
}
