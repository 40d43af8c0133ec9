// The form studio with the records' own form in it as its preview.
'use client';
import { FormStudioScreen } from '@/features/form-studio/screens/form-studio';
import { FormPreview } from '@/features/records/slots/form-preview';
import type { Who } from '@/lib/routes/rules';

export const FormStudioJoined = (props: { id: number | null; who: Who | null }) => (
  <FormStudioScreen {...props} Preview={FormPreview} />
);
