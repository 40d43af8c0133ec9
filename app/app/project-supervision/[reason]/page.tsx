// /app/project-supervision/:reason: any other reason shows all that waits.
import { ProjectSupervisionScreen } from '@/features/projects/screens/project-supervision';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('supervisionReason');

export default async function SupervisionReasonPage() {
  await mayOpen('supervisionReason');
  return <ProjectSupervisionScreen who={(await pageSession())?.who ?? null} isSecond={false} />;
}
