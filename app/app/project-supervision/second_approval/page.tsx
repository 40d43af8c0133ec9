// /app/project-supervision/second_approval
import { ProjectSupervisionScreen } from '@/features/projects/screens/project-supervision';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('secondApproval');

export default async function SecondApprovalPage() {
  await mayOpen('secondApproval');
  return <ProjectSupervisionScreen who={(await pageSession())?.who ?? null} isSecond={true} />;
}
