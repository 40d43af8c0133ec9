// /app/project/:id, where `new` makes one
import { notFound } from 'next/navigation';
import { ProjectEditorScreen } from '@/features/projects/screens/project-editor';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('project');

export default async function ProjectPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('project');
  const { id } = await params;
  if (id === 'new') return <ProjectEditorScreen id={null} />;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <ProjectEditorScreen id={Number(id)} />;
}
