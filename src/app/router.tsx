// Path → page. Every page but the first has a file of its own. An unknown path shows home.
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { FeedPage } from '../pages/FeedPage.tsx';
import { latePage } from './latePage.tsx';

const AccountPage = latePage(() => import('../pages/AccountPage.tsx'), 'AccountPage');
const AdminPage = latePage(() => import('../pages/AdminPage.tsx'), 'AdminPage');
const BenchPage = latePage(() => import('../pages/BenchPage.tsx'), 'BenchPage');
const BlockedPage = latePage(() => import('../pages/BlockedPage.tsx'), 'BlockedPage');
const CategoryPage = latePage(() => import('../pages/CategoryPage.tsx'), 'CategoryPage');
const CommentPage = latePage(() => import('../pages/CommentPage.tsx'), 'CommentPage');
const ConsentPage = latePage(() => import('../pages/ConsentPage.tsx'), 'ConsentPage');
const CredentialPage = latePage(() => import('../pages/CredentialPage.tsx'), 'CredentialPage');
const DemoCenterPage = latePage(() => import('../pages/DemoPages.tsx'), 'DemoCenterPage');
const DemoEditorPage = latePage(() => import('../pages/DemoEditorPage.tsx'), 'DemoEditorPage');
const DemoFeedPage = latePage(() => import('../pages/DemoListeningPages.tsx'), 'DemoFeedPage');
const DemoPlayerPage = latePage(() => import('../pages/DemoListeningPages.tsx'), 'DemoPlayerPage');
const DemoProfilePage = latePage(() => import('../pages/DemoListeningPages.tsx'), 'DemoProfilePage');
const DemoRecordPage = latePage(() => import('../pages/DemoPages.tsx'), 'DemoRecordPage');
const DemoSharePage = latePage(() => import('../pages/DemoPages.tsx'), 'DemoSharePage');
const DemoUploadPage = latePage(() => import('../pages/DemoPages.tsx'), 'DemoUploadPage');
const DemoWorkflowPage = latePage(() => import('../pages/DemoWorkflowPage.tsx'), 'DemoWorkflowPage');
const DevicesPage = latePage(() => import('../pages/DevicesPage.tsx'), 'DevicesPage');
const EditTestPage = latePage(() => import('../pages/EditTestPage.tsx'), 'EditTestPage');
const EditorPage = latePage(() => import('../pages/EditorPage.tsx'), 'EditorPage');
const LegalPage = latePage(() => import('../pages/LegalPage.tsx'), 'LegalPage');
const LoginPage = latePage(() => import('../pages/LoginPage.tsx'), 'LoginPage');
const MovePage = latePage(() => import('../pages/MovePage.tsx'), 'MovePage');
const NewsPage = latePage(() => import('../pages/NewsPage.tsx'), 'NewsPage');
const NewsTestPage = latePage(() => import('../pages/TestPages.tsx'), 'NewsTestPage');
const OwnDataPage = latePage(() => import('../pages/OwnDataPage.tsx'), 'OwnDataPage');
const ProfilePage = latePage(() => import('../pages/ProfilePage.tsx'), 'ProfilePage');
const PublishPage = latePage(() => import('../pages/PublishPage.tsx'), 'PublishPage');
const RecordPage = latePage(() => import('../pages/RecordPage.tsx'), 'RecordPage');
const RecorderPage = latePage(() => import('../pages/RecorderPage.tsx'), 'RecorderPage');
const RegisterPage = latePage(() => import('../pages/RegisterPage.tsx'), 'RegisterPage');
const ReportPage = latePage(() => import('../pages/ReportPage.tsx'), 'ReportPage');
const SearchPage = latePage(() => import('../pages/SearchPage.tsx'), 'SearchPage');
const SecurityCheckPage = latePage(() => import('../pages/SecurityCheckPage.tsx'), 'SecurityCheckPage');
const TestPage = latePage(() => import('../pages/TestPages.tsx'), 'TestPage');
const TrackPage = latePage(() => import('../pages/TrackPage.tsx'), 'TrackPage');
const UnicornPage = latePage(() => import('../pages/UnicornPage.tsx'), 'UnicornPage');
const UploadSuccessPage = latePage(() => import('../pages/UploadSuccessPage.tsx'), 'UploadSuccessPage');

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<FeedPage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route path="/account/code" element={<CredentialPage />} />
      <Route path="/account/password" element={<CredentialPage />} />
      <Route path="/account/blocked" element={<BlockedPage />} />
      <Route path="/account/data" element={<OwnDataPage />} />
      <Route path="/account/devices" element={<DevicesPage />} />
      <Route path="/admin" element={<AdminPage />} />
      <Route path="/audio-editor" element={<EditorPage />} />
      <Route path="/bench" element={<BenchPage />} />
      <Route path="/category/:id" element={<CategoryPage />} />
      <Route path="/comment-track" element={<CommentPage />} />
      <Route path="/consent" element={<ConsentPage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/move" element={<MovePage />} />
      <Route path="/news" element={<NewsPage />} />
      <Route path="/news/*" element={<NewsPage />} />
      <Route path="/player" element={<TrackPage />} />
      <Route path="/player/:id" element={<TrackPage />} />
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/profile/:id" element={<ProfilePage />} />
      <Route path="/record" element={<RecordPage />} />
      <Route path="/record/recorder" element={<RecorderPage />} />
      <Route path="/recorder" element={<Navigate to={paths.recorder()} replace />} />
      <Route path="/recover" element={<CredentialPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/report" element={<ReportPage />} />
      <Route path="/search" element={<SearchPage />} />
      <Route path="/security-check" element={<SecurityCheckPage />} />
      <Route path="/share-recording" element={<PublishPage />} />
      <Route path="/upload" element={<PublishPage />} />
      <Route path="/upload-success" element={<UploadSuccessPage />} />
      <Route path="/unicorn" element={<UnicornPage />} />
      <Route path="/unicorn-visualizer-demo" element={<UnicornPage />} />
      <Route path="/about" element={<LegalPage />} />
      <Route path="/agb" element={<LegalPage />} />
      <Route path="/datenschutz" element={<LegalPage />} />
      <Route path="/faq" element={<LegalPage />} />
      <Route path="/hilfe" element={<LegalPage />} />
      <Route path="/impressum" element={<LegalPage />} />
      <Route path="/kontakt" element={<LegalPage />} />
      <Route path="/privacy" element={<LegalPage />} />
      <Route path="/richtlinien" element={<LegalPage />} />
      <Route path="/sicherheit" element={<LegalPage />} />
      <Route path="/demo" element={<DemoCenterPage />} />
      <Route path="/demo-audio-editor" element={<DemoEditorPage />} />
      <Route path="/demo-feed" element={<DemoFeedPage />} />
      <Route path="/demo-player" element={<DemoPlayerPage />} />
      <Route path="/demo-profile" element={<DemoProfilePage />} />
      <Route path="/demo-record" element={<DemoRecordPage />} />
      <Route path="/demo-upload" element={<DemoUploadPage />} />
      <Route path="/demo-upload-share" element={<DemoSharePage />} />
      <Route path="/demo-workflow" element={<DemoWorkflowPage />} />
      <Route path="/audio-edit-test" element={<EditTestPage />} />
      <Route path="/test-news" element={<NewsTestPage />} />
      <Route path="/test" element={<TestPage />} />
      <Route path="*" element={<FeedPage isLost />} />
    </Routes>
  );
}
