# Builds the package, then keeps only what runs.
# The full image: a native module without a prebuilt binary is compiled here.
# A tag moves, a digest does not; both are of the same release, for every platform. docs/operations.md, Who can read it,
# says how they were found and how to move on.
ARG NODE_IMAGE=node:22.23.3-bookworm@sha256:363e1587494626837fa7f9a23bdb453d13b0ff3c67c705c2805cfc69c2d2fad7
ARG NODE_SLIM_IMAGE=node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The program's packages, TypeScript among them; the build fetches what only it needs.
RUN npm ci --omit=dev --no-audit --no-fund
# .dockerignore leaves in what the build reads.
COPY . ./
RUN npm run build

FROM ${NODE_SLIM_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/counterfoil.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir --mode=0700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: signals reach the service, which ends within its bound.
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["serve"]
