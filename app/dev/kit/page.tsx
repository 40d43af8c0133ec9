// The larger shared parts: maps, charts, sortable lists, the matrix, templates, for looking at them; only in test builds.
import { notFound } from 'next/navigation';
import { getLocale, getMessages } from 'next-intl/server';
import { AppProviders } from '../../app/app-providers';
import { Kit } from './kit';

export default async function KitPage() {
  if (process.env.NEXT_PUBLIC_TEST_HANDLE !== '1') notFound();
  const [lang, messages] = await Promise.all([getLocale(), getMessages()]);
  return (
    <AppProviders lang={lang} messages={messages}>
      <Kit />
    </AppProviders>
  );
}
