// The shared parts in all their faces, for looking at them; only in test builds.
import { notFound } from 'next/navigation';
import { getLocale, getMessages } from 'next-intl/server';
import { AppProviders } from '../../app/app-providers';
import { Gallery } from './gallery';

export default async function GalleryPage() {
  if (process.env.NEXT_PUBLIC_TEST_HANDLE !== '1') notFound();
  const [lang, messages] = await Promise.all([getLocale(), getMessages()]);
  return (
    <AppProviders lang={lang} messages={messages}>
      <Gallery />
    </AppProviders>
  );
}
