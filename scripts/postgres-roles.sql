-- What compose.yaml's database runs once, when it is new: the two roles of docs/operations.md.
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv app_password POSTGRES_APP_PASSWORD
CREATE ROLE counterfoil_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE counterfoil_app LOGIN PASSWORD :'app_password';
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO counterfoil_owner;
GRANT USAGE ON SCHEMA public TO counterfoil_app;
-- the queue makes and changes its own schema, pgboss
GRANT CREATE ON DATABASE counterfoil TO counterfoil_app;
ALTER DEFAULT PRIVILEGES FOR ROLE counterfoil_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO counterfoil_app;
ALTER DEFAULT PRIVILEGES FOR ROLE counterfoil_owner IN SCHEMA public
  GRANT USAGE ON SEQUENCES TO counterfoil_app;
