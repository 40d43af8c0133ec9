// /app/form-editor/:id
import { notFound } from 'next/navigation';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { FormStudioJoined } from '../../form-studio-joined';

export const generateMetadata = () => pageTitle('formEditor');

export default async function FormEditorPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('formEditor');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <FormStudioJoined id={Number(id)} who={(await pageSession())?.who ?? null} />;
}
