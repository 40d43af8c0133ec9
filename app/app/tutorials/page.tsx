// /app/tutorials
import { TutorialsScreen } from '@/features/shell/screens/tutorials';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('tutorials');

export default async function TutorialsPage() {
  await mayOpen('tutorials');
  const who = (await pageSession())?.who;
  return who ? <TutorialsScreen who={who} /> : null;
}
