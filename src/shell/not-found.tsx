import { Link } from 'react-router-dom';

export function NotFound() {
  return (
    <div className="cad-page-message">
      <h1>Page not found</h1>
      <p>This address leads to no page that you may open. Check it, or go on from the dashboard.</p>
      <p>
        <Link to="/app/dashboard">Dashboard</Link>
      </p>
    </div>
  );
}
