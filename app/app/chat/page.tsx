// /app/chat
import { ChatScreen } from '@/features/messages/screens/chat';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('chat');

export default async function ChatPage() {
  await mayOpen('chat');
  return <ChatScreen />;
}
