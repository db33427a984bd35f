"""Questions people ask, to learn a model's likeness from: of each matter one question twice, in other words, and then
another question about it twice."""

from __future__ import annotations

PARAPHRASES: tuple[tuple[str, str, str, str], ...] = (
    (
        "How do I deploy to production?",
        "What are the steps for a production deployment?",
        "Who may deploy to production?",
        "Which people are allowed to release to production?",
    ),
    (
        "Which database does billing use?",
        "What DB is the billing service backed by?",
        "How large is the billing database?",
        "What size has the DB of billing?",
    ),
    (
        "When does my sister have her birthday?",
        "On what date was my sister born?",
        "What does my sister do for a living?",
        "What is my sister's job?",
    ),
    (
        "Why do the integration tests fail at night?",
        "What makes the nightly integration tests break?",
        "How do I run the integration tests?",
        "What is the command for integration tests?",
    ),
    (
        "Which port does the gateway listen on?",
        "On what port can the gateway be reached?",
        "How long does the gateway wait before a timeout?",
        "What is the timeout of the gateway?",
    ),
    (
        "Where do we want to spend the holidays?",
        "What place are we going to on vacation?",
        "How much may the holidays cost?",
        "What is our budget for the vacation?",
    ),
    (
        "What am I allergic to?",
        "list of my allergies",
        "Which medicine do I take against my allergy?",
        "allergy medication of mine",
    ),
    (
        "Does the invoice template show the VAT number?",
        "is our VAT id printed on invoices",
        "Which rate of VAT goes on an invoice?",
        "VAT rate for invoices",
    ),
    (
        "How do I rotate the signing keys?",
        "procedure for replacing signing keys",
        "How often are the signing keys rotated?",
        "rotation interval of signing keys",
    ),
    (
        "Where is the spare key of the apartment?",
        "who has the second key to my flat",
        "What floor is the apartment on?",
        "which storey do I live on",
    ),
    (
        "How do I import a backup into staging?",
        "restore a dump on the staging server",
        "How old is the data in staging?",
        "when was the staging data last refreshed",
    ),
    (
        "Which linter do we run on the frontend?",
        "lint tool of the web client",
        "Why is the linter turned off for tests in the frontend?",
        "reason that frontend tests are not linted",
    ),
    (
        "When does the swimming class of Mia begin?",
        "start time of Mia's swim lesson",
        "What has Mia to bring to the swimming class?",
        "packing list for Mia's swim lesson",
    ),
    (
        "What is the limit of uploads for free users?",
        "how big may a file be on the free plan",
        "How many projects may free users have?",
        "project quota of the free plan",
    ),
    (
        "Which license do we use for the sdk?",
        "under what license is the sdk published",
        "Where is the changelog of the sdk?",
        "sdk release notes location",
    ),
    (
        "How is the sourdough starter fed?",
        "feeding instructions for my sourdough",
        "How long does the sourdough rise?",
        "proofing time of the sourdough bread",
    ),
    (
        "Who signs the lease for the new office?",
        "whose signature is needed on the office lease",
        "When does the lease for the office end?",
        "office lease expiry",
    ),
    (
        "How are feature flags turned on for one customer?",
        "enable a flag for a single tenant",
        "Where are feature flags defined?",
        "file that declares the feature flags",
    ),
    (
        "What tyre pressure does my bike need?",
        "how hard should I pump up my bicycle tyres",
        "Which size are the tyres of my bike?",
        "bicycle tyre dimensions",
    ),
    (
        "Why did we move away from GraphQL?",
        "reason for dropping the GraphQL API",
        "Which clients still call the GraphQL API?",
        "remaining users of GraphQL",
    ),
    (
        "How do I reset the simulator on the CI machine?",
        "CI simulator hangs, how to clean it up",
        "Which simulator version is on the CI machine?",
        "version of the simulator used by CI",
    ),
    (
        "What did the doctor say about my knee?",
        "diagnosis of my knee",
        "When is my next appointment about the knee?",
        "date of the knee follow-up",
    ),
    (
        "How do we name branches?",
        "naming convention for git branches",
        "When are old branches deleted?",
        "how long are merged branches kept",
    ),
    (
        "Which font is used in the logo?",
        "typeface of our logo",
        "What are the colours of the logo?",
        "logo palette",
    ),
    (
        "Who is on call this weekend?",
        "weekend on-call person",
        "How is somebody on call paid?",
        "compensation for on-call duty",
    ),
    (
        "What is the wifi password at the cabin?",
        "how do I get onto the internet at the cabin",
        "How do I heat the cabin?",
        "cabin stove instructions",
    ),
    (
        "Which cache sits in front of the image service?",
        "what caches our images",
        "How long are images cached?",
        "ttl of cached images",
    ),
    (
        "Do we pin versions of dependencies?",
        "policy on locking dependency versions",
        "How are dependencies updated?",
        "process to upgrade third-party packages",
    ),
    (
        "Which grade did Tom get in chemistry?",
        "Tom's chemistry mark",
        "Who teaches Tom chemistry?",
        "name of Tom's chemistry teacher",
    ),
    (
        "How do I request access to the data warehouse?",
        "who grants permission for the warehouse",
        "What tables are in the data warehouse?",
        "schema of the warehouse",
    ),
)
