// /dev/gallery: the shared parts in all their faces.
import { Gallery } from './gallery';

export default function GalleryPage() {
  return <Gallery />;
}
