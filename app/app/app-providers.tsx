// What every screen behind sign-in stands in: the query cache, all texts, dialogs, toasts.
'use client';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import '@mantine/notifications/styles.layer.css';
import { CallError } from '@/lib/api/errors';
import { TOAST_MS } from '@/lib/config/constants';
import { type Lang, TIME_ZONE } from '@/lib/i18n/lang';

const TOAST_LIMIT = 5;
const FRESH = 15_000;

declare global {
  interface Window {
    /** How many answers the cache holds. Exists in test builds only. */
    __cachedReads?: () => number;
  }
}

/** Reads are repeated once, and only when the server was not reached; writes never by themselves. */
function makeClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.kind === 'network',
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });
  if (process.env.NEXT_PUBLIC_TEST_HANDLE === '1' && typeof window !== 'undefined')
    window.__cachedReads = () => client.getQueryCache().getAll().length;
  return client;
}

export interface AppProvidersProps {
  lang: Lang;
  messages: ComponentProps<typeof NextIntlClientProvider>['messages'];
  children: ReactNode;
}

/** The inner providers. Dialogs stand inside the texts, so that what is shown in them is translated. */
export function AppProviders({ lang, messages, children }: AppProvidersProps) {
  const [client] = useState(makeClient);
  return (
    <NextIntlClientProvider locale={lang} messages={messages} timeZone={TIME_ZONE}>
      <QueryClientProvider client={client}>
        <ModalsProvider>
          {children}
          <Notifications
            className="toasts"
            position="bottom-left"
            limit={TOAST_LIMIT}
            autoClose={TOAST_MS}
            zIndex={600}
          />
        </ModalsProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>
  );
}
