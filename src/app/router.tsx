// Path → page. Every page is its own chunk. An unknown path, and a route whose page is not there, shows home.
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { FeedPage } from '../pages/FeedPage.tsx';
import { PageLoading } from './PageLoading.tsx';

type Page<N extends string> = () => Promise<{ [K in N]: ComponentType }>;

/** `page(() => import('../pages/TrackPage.tsx'), 'TrackPage')`: pages are named exports. */
function page<N extends string>(load: Page<N>, name: N) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const TrackPage = page(() => import('../pages/TrackPage.tsx'), 'TrackPage');
const CategoryPage = page(() => import('../pages/CategoryPage.tsx'), 'CategoryPage');
const EditorPage = page(() => import('../pages/EditorPage.tsx'), 'EditorPage');
const PublishPage = page(() => import('../pages/PublishPage.tsx'), 'PublishPage');
const SecurityCheckPage = page(() => import('../pages/SecurityCheckPage.tsx'), 'SecurityCheckPage');
const UploadSuccessPage = page(() => import('../pages/UploadSuccessPage.tsx'), 'UploadSuccessPage');
const ProfilePage = page(() => import('../pages/ProfilePage.tsx'), 'ProfilePage');
const AdminPage = page(() => import('../pages/AdminPage.tsx'), 'AdminPage');
const RecordPage = page(() => import('../pages/RecordPage.tsx'), 'RecordPage');
const RecorderPage = page(() => import('../pages/RecorderPage.tsx'), 'RecorderPage');

export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Routes>
        <Route path="/player/:id" element={<TrackPage />} />
        <Route path="/category/:id" element={<CategoryPage />} />
        <Route path="/audio-editor" element={<EditorPage />} />
        <Route path="/record/recorder" element={<RecorderPage />} />
        <Route path="/recorder" element={<Navigate to={paths.recorder()} replace />} />
        <Route path="/upload" element={<PublishPage />} />
        <Route path="/share-recording" element={<PublishPage />} />
        <Route path="/security-check" element={<SecurityCheckPage />} />
        <Route path="/upload-success" element={<UploadSuccessPage />} />
        <Route path="/admin" element={<AdminPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/profile/:id" element={<ProfilePage />} />
        <Route path="/record" element={<RecordPage />} />
        <Route path="/" element={<FeedPage />} />
        <Route path="*" element={<FeedPage />} />
      </Routes>
    </Suspense>
  );
}
