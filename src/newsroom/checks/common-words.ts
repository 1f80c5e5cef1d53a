import { isFunctionWord } from '#newsroom/checks/function-words.ts'
import { stem } from '#newsroom/checks/stem.ts'

// Stems of English words that are no names, as they come in news and manuals, by the rules of stem.ts.
const STEMS = `abandon abbrev abbreviat abid abil abl abort abrupt absenc absent absolut abstract abus academ acceler accelerat
accent accept acceptanc access accessibil accident accommodat accomodat accompan accomplish acconfig accord accordanc
account accumulat accurac accurat accus achiev acinclud acknowledg acloc acquir acquis acr acronym act action activ
activat actu adapt add addendum addit addition addon address addrinfo addus adequat adher adjacent adjust admin
administ administrat admit adopt adult adv advanc advantag advert advic advisor advocat affair affect affiliat affin
affirm aforemention afternoon afterward age agenc agent agett aggreg aggregat aggress aggressiv agnost agr agre ahead
aim aircraft airlin airport alarm albeit album alcohol alert algorithm alia alias align alik alioth aliv all alleg
alloc alloca allocat allow alon alongsid alpha alphabet alphabetic alphanumer alt alter alternat alternativ although
altogeth amateur amaz ambigu ambiguous ambulanc amend amid ammun amount analogous analys analyst analyz ancest ancestr
anch anchor ancient ang angl anim anniversar anno annot annotat announc annu anonymous anoth ans answ answer antholog
anyhow anymor anyon anyth anywa anywher apart apo apolog apostroph app apparatus apparent appear appearanc append
appendix appetit applic applicant appoint appreciat approach appropriat approv approxim approximat arbitrar arch archa
architectur archiv area aren arena arent arg argc argpars argu arguab argv aria aris arising arithmet arm armel armhf
around arr arra arrang arrest arriv arrow articl artifact artific artist asdf ash asid ask aspect asprintf assemb
assembl assent assert assess asset assign assimilat assist assistanc assistant assoc associat assort assum assumpt
assur asterisk asteroid asymmetr async asynchronous atexit athlet atim atmospher atom atomic attach attack attempt
attendanc attent attorne attr attribut auct audienc audio audit augment aunt auth authentic authenticat author
authoritat authoriz authorship auto autocomplet autoconf autodetect autogen autogenerat autohead autolink autom
automak automat automatic autopkg autopkgtest autopoint autoreconf autotool autumn auxiliar avail availa availabil
averag avoid avoidanc await awar award awesom awful awkward bab babel back backend background backlog backof backport
backpressur backreferenc backslash backspac backtick backtrac backtrack backup backward bacteria bad badg bag bak
balanc ball balloon ban band bandwidth bank bankruptc bar barf bark barr barrel bas baselin basenam bashism basic
basin basket batch batter bay beach bean bear beat beautiful becom bed beer beforehand began begin behalf behav
behaviour believ bell belong belt bench benchmark benefic benefit benign besid best bet beta better beyond bia bicycl
bid bidirection big bigint bik binar binasci bind bindir binfmt binutil bird birth bisect bison bit bitmap bitmask
bitw black blackl blacklist blad blam blank blast bless blind blkid blob block blockdev blocks blog blood blu blurb
board boat bod bogus boilerplat bold bomb bon bond bonus book bookkeep bookworm bool boolean boost boot bootstrap bord
born borrow both botom bottl bottleneck bottom bound boundar bowl box boy brac bracket brain branch brand brass bravo
breach bread break breakag breakpoint breez brev brick bridg brief bright bring broadcast brok broken broth brotl
brought brown brows bucket budget buf buffer bufs bug bugfix bugg buglet bugzilla build builddir built builtin bulk
bullet bullsey bump bunch bundl burden bus bush bust but button buy bygroup bypass byt bytearra bytecod cabin cabinet
cabl cach cairo cak calcul calculat calendar calf calibr call callback calloc callsit cam camel camera camp campaign
can canar canc cancel cancell candidat candl canon canonical capabil capabl capac capit capital capt captain captur
car carbon card careful careless caret cargo carpet carr carriag cas cash cast cat catalog catch categor cattl caught
caus caut cav caveat cdata ceas ceil celebr cell cement cemeter cent center centr centur cert certain certificat
cfdisk cflag cgroup chain chair chairman chalk challeng chanc chang changelog changeset channel chapt char charact
characterist charg charli charset chart chat chdir cheap check checkbox checkin checkout checksum cheerio chees chef
chem cherr chest chicken chief child childhood children chip chmod choic chok chomp choos chop chor choreograph chos
chosen chown chromium chroot chunk church cinematograph ciph ciphertext circl circuit circular circumstanc circumvent
circus cit citizen claim clamp clang clar clarif clarific clash class classif classific claus clean cleanup clear
clerk clev click client climat clin clip clipboard clob clobber clock clon clos closest closur cloth cloud club cluck
clust clut cmak cmark cmdlin coach coal coast coat cod codebas codec codepag codepath codepoint codeset codespell
coefficient coerc coffe coin col cold collabor collaborat collaps colleagu collect collectiv colleg collid collis
colon color colormap colorspac colour column com combin combo comet comfort comma command commandlin commenc comment
commentar commerc commiss commission commit committe commmon commod common commonmark commun communic communicat
commut comp compact compan compar comparison compart compat compatabil compatibil compens compensat compet competent
competit compil compl complain complaint complet complex complianc compliant complicat component compos composit
compound comprehens compress comprom compulsor comput con conc concaten concatenat concept conceptu concern concert
conclud concret concurrenc concurrent cond condition conduct conf conferenc confess conffil confidenc config
configpars configur confirm conflict conform conformanc conformant confus congress conjunct connect connectiv cons
consecut consensus consent consequenc consequent conservat consid consider considerab consist consistenc consistent
consol consolidat consortium conspicuous const constant constif constitut constrain constraint constru construct
consult consultant consum consumpt contact contain contemplat content context contextlib contextmanag contextu
contiguous continu continuous contract contrar contrast contravent contrib contribut contributor control controll
conve convenienc convenient convent convention convers convert cook cooki cool coordin coordinat cop copyright cor
coredump coreutil corn coroutin corp corpor correct correlat correspond correspondent corrid corrupt cosmet cost
cotton couldn council count counterclaim counterpart countless countr coupl coupon courag cours court courtes cousin
cov cover coverag cow cppcheck cpuid craft cran crash crawl craz cre creat creativecommon credent credit crew crim
crimin cris crit criter criteria cron crop cross crowd crown cru cruc crud cruft crypt crypto cryptograph cryst ctyp
cultur cumbersom cumulat cup cur curat curl currenc current curriculum curs curv custom customar customiz
cvsexportcommit cvsimport cvsserv cyb cycl daemon dai dair dam damag danc dang dangerous dangl daniel dark darwin dash
dat data databas datadir dataset datatyp datetim daught dawn day daylight dbgsym dbus dcommit deactivat dead deadlock
deal dealloc deallocat death debat debconf debr debt debug debuggabil decad decent decid decim decis deck decl declaim
declar declarat declin decod decompress decor decorat decr decreas decrypt dedicat deduplicat deem deep deer def
default defeat defect defenc defend defendant defens defer deficit defin definit deflat degrad degre dela delegat
delet deliberat delim delimit deliv deliver delta demand demarcat demo democrac demonstr demonstrat den denot dent dep
departur depcomp depend dependenc dependent depenedenc depict deplo deposit deprec deprecat depth deput deref
dereferenc deriv derivat derogator descend descendant describ descript deserial desert deserv design designat desir
desk desktop despit dest destin destro destruct detach detail detect determin determinist detr dev devel develop devic
dgram diagnos diagnost diagram dialect dialog dialogu diamond dict dictat dictionar didn died diet dif differ
differenc different differentiat difficult diffstat difftool digest digit dimens diminish din diplomat direct director
dirent dirnam dirt disabl disagre disallow disambigu disambiguat disappear disassembl disast discard disclaim disclos
disclosur disconnect discount discourag discov discover discrepanc discret discuss diseas dish disk dispatch
dispatcherclosecallback dispatcherconnectopt dispatcherdestroyer dispatcherdispatchopt dispatcherpipelineopt
dispatcherrequestopt dispatcherstreamopt dispatcherupgradeopt displa dispos disput disrupt dissemin dist distanc
distcheck distclean distinct distinguish distort distribut district distro distutil dither ditto div divers divid
divis dlclos dlopen dmesg doc docbook docdir docfix dock docstr doct doctest doctyp docu document doesn dog dollar
dolphin domain domhandl domutil don donat door dot doub doubl doubt downgrad download downstream downtim doxygen dozen
draft drain drama dramat dramatico drastic draw drawn dream dress drift drill drink driv driven dron drop drought drug
dual dubious duck due dumb dumm dump duplex duplic duplicat dur durabl dust dut dy dying dynam dynamic each eag eagl
ear earl earth earthquak eas easiest east echo eclips ecolog econom ecosystem edg edit editor educ effect effectiv
efficienc efficient effort egg egrep eight eighteen eighth eith eject elabor elaborat elaps elbow ele elect electric
electron elem elephant elevat eleven elif elig elimin eliminat ellips ellipt elsewher elsif email emb embed embod
emergenc emiss emit emoj emot emper emphas empir emplo employe empt emul emulat enabl encapsulat enclos encod encount
encounter encourag encrypt encyclopedia end endian endif endless endors endpoint enem energ enforc enforceabil engin
engineer engrav enhanc enjo enough enqueu ensur ent entangl enter enterpr entertain enthusiast entir entiret entit
entitl entr entrepreneur entrop entrypoint enum enumer enumerat envelop environ envvar ephemer epidem episod epoch equ
equal equip equit equivalent era eras err errant errata errno erroneous error esac escal escap eslint esmsh espec
essent establish estim estimat estre eth euro eval evalu evaluat even event eventu ever everyon everyth everywher
evidenc evil evolut evolv exact exam examin exampl exc excav exceed excellent except exception excerpt excess excessiv
exchang exclud exclus exclusiv excus exec execut executab exemplar exempt exerc exhaust exhib exhibit exist existenc
exit exot expand expans expat expect exped expens exper experienc experiment expert expir explain explan explanator
explicit exploit explor explos exponent export expos exposur express exslt extend extens extensiv extent extern extra
extract extraneous extrem eye ezxml fabr fac facil facilitat fact factor factu facult fail failur fair faith fak
fakeroot fall fallback fallocat fallthrough fals fam familiar fan fanc far farm fash fast fastest fat fath fault fav
favorit favour favourit fclos fdformat fdisk fdlibm fear feat featur feder fee feed feedback feel fell fenc ferr
fertilis festiv fetch fev few fewest fflush fget fib fibr fict field fift fifteen fifth fight figur fil filehandl
filenam filepath filesystem fill film filt filter fin final financ find fing fingerprint finish finit fir firefight
firewall firm firmwar first fish fisherman fit fiv fix fixtur fixup flag flak flam flash flat flatten flav flavour
flaw fleet flex flexibil flight flo float flock flood flour flow flu flush fnam fnmatch foc focus focuss fog fold folk
folklor follow followup font fontconfig foobar food fool foot football footnot footprint fopen forbid forbidden forc
forcib foreach forecast forego foreground foreign forest forev forg forget forgiv forgot forgotten fork form format
former formula formulat fort forth forthcom fortun forum forward found four fourteen fourth fprintf fract fraction
frag fragil fragment fram framework fraud fre freebsd freedesktop freedom freetyp freez freight frequenc frequent
fresh friend friendship front frontend frontmat frotz frozen fruit fsmonit fstab fstat fstrim fsync fuel ful fulfill
full fullest fullnam func funct function functional functool fund fundament funn furnish furnitur futur fuz fuzz fwrit
ga gain galax galler gam gamma gang gap garag garbag garden gasolin gat gatewa gath gather gav gen gencodec gener
general generat genom geograph geolog geometr gestur get getaddrinfo getenv getlin getopt getrandom gettext
gettimeofda ghostscript gift girl gitattribut gitdir gitfil gitignor gitk gitweb giv given glac gland glass glitch
glob glov glu glyph gmail gmak gnulib gnupg gnutl goal goat gobject god going gold gon good goodwill goto gotten
govern gperf gra grab grac graceful gradient gradu graduat graft grain grammar grandmoth granular graph grass grat
gratuitous grav grayscal great greatest green greg grew grid grip grocer grof grok gross ground group grow growth
gsview guarant guarante guard guardian guess guest guid guidanc guidelin guilt gun gunidecomp gunzip gzip habit hack
hair half hall hand handful handl handof handshak hang happ happen har harbour hard hardcod harden hardlink hardwar
hardwir harm harmful harmless harmon harvest hash hashlib hashmap hasht hasn hast hastscript hat hatch haven hay
hazard head headlin health heap hear heard heart heat heav heaven heftig height heir held helicopt hello helmet help
helpful henc herd hereaft hereb herein hereof hereund heritag hero herrman heurist hexadecim hexdump hid hidden
hierarch high highest highlight hill hint histogram histor historic hit hmac hobb hol hold holida hom homedir homeown
homepag hon hone honor honour hook hop horizon horizont hors hospit host hostnam hotel hour hous household housekeep
hov href htmldir hug human hundr hung hunk hunt hurrican hurt husband hwclock hybrid hydrogen hygien hyperlink hyphen
hypothet ice icon iconv ide idea ideal idempotenc idempotent ident identic identif identific idiom idl ifdef ifndef
ifram ignor ill illeg illustr illustrat imag imagemagick imagin imap imit imitat immediat immigr immun immut imp
impact impl implement implic implicit import importanc important importlib impos imposs improp improper improv inabil
inaccess inaccurac inaccurat inact inactiv inadvertent inappropriat inbuf inch incident incl includ includedir inclus
incom incompat incompatibil incomplet inconsistenc inconsistent inconvenient incorporat incorrect incr increas
increment incur ind indefinit indemn indemnif indent independent index indic indicat indirect individu induc industr
ineffect ineffectiv inefficient inexistent inexpens inf infant infect infer inferenc infil infin infinit infl inflat
influenc info inform informat information infrastructur infring ing inherent inherit inheritanc inhibit init initial
initializ initiat initramf initscript inject injur ink inlin inn innov inod input insan insect insecur insensit insert
insid insight insignificant insist insn inspect inspir inst install instanc instanceof instant instantiat instaweb
institut instru instruct instrument insufficient insulin insur insuranc intact integ integr integrat intellectu
intelligenc intend intent intention inter interact interactiv intercept interdependenc interest interfac interfer
interferenc interim interleav intermediat intermittent intermix intern internation international internet interop
interoper interoperabil interpol interpolat interpret interrupt intersect interv interven interview intltool intrins
intro introduc introduct introspect intrud inttyp intuit invalid invalidat invariant invas invent inventor invers
invert invest investig investigat invis invit invoc invoic invok involv ioctl iovec iron irrelevant irrevoc irrevocab
irrig isexec island isol isolat issu ital item iter iterat itertool jacket jail javascript jessi jewel job joernchen
join joint jok journ journal journe joy judg judic juic jump jungl junk jur jurisdict justic justif justific kebab
keep keepal kept kernel kettl key keybind keyboard keymap keypad keyr keyserv keyword kfreebsd kick kid kill kind king
kitchen klass kleur kludg kne knew knif knight knob knock know knowledg known kwarg lab label labell laborator labour
lack lad lak lambda lamp lan land landlord landscap lang languag laptop larg largest las last lat latenc latent latest
laught launch launchd laundr law lawmak lawn lawsuit lay layout laz ldconfig lead leaf leak leakag learn least leav
lectur left leftmost leftov leg legac legal legales legibil legisl legitimat len lend length lenient less lesson let
level leverag lex lexic liabil liabl libassuan libblkid libc libcrypt libcrypto libcryptsetup libcurl libd libdbus
libdir libdjvulibr libdl libelf libert libexslt libfdisk libff libfftw libgcrypt libglvnd libgmp libiconv libidn
libintl libjasp libjbig libjpeg liblzma libm libmount libopenexr libpng libpthread librar librsvg libselinux
libsmartcol libssl libsystemd libtif libtool libudev libuuid libuv libwmf libxcb libxml libxslt licenc licens license
lid lie lieu lif lifecycl lifetim lift light lightn lightweight lik likelihood likew limb limit lin linear linef
lineno linguist link linkag lint lintian lion liquid list listen liter literar literatur lithium lithograph litig
littl liv load loaf loan loc local localhost localstatedir localtim locat lock lockfil lockstep lodash log logfil
logic login logind logo lon long longest longjmp longstand look lookahead lookup loop loopback loos loosen los losetup
loss lossless lost lot lov low lowercas lowest lscpu lseek lsof lstat ltconfig ltmain luck luggag lunch lung luxur ly
machin machiner macro mag magazin magnet magnitud maid mail mailbox mailinfo mailmap mailto main mainloop maint
maintain maintenanc maintscript maj major mak makedepend makefil makeinfo makeshlib malform malfunct malicious mall
malloc malwar mam man manag mandat mandator mangl manifest manipul manipulat manpag manu manufactur map margin marin
markdown market markup marriag mask mass mast mat match mater math mathemat mathematician matrix matur maxdepth maxim
maximum may mayb mdash mdast meal mean meaningful meaningless meant meantim meanwhil measur meat mechan mechanism med
media median medic medicin medium meet melod memb membership memcmp memcp memleak memmov memor memset ment mention
menu menus mer merchant merchantabil merg mergetool meson mess messag met metacharact metaclass metadata method metr
micro micromark microscop microsecond middl middlewar midnight midwif migr migrant migrat mil militar milk mill
millisecond mim mimetyp min mind miner mingw minif minim minimum minist ministr minor minus minut mipsel mir mirror
misalign misbehav miscellaneous miscompil misconfigur miscount mishandl mislead mismatch misplac misrepresent miss
missil misspell mist mistak mistaken misus mitig mitigat mix mixin mixtur mixup mkdir mkinstalldir mkstemp mkswap
mktemp mmap mob mobil mock mod model moderat modern modif modific modul modular modulo modulus moment monarch monaster
mone monit monitor monke monochrom monolith monorepo monospac monoton month monu mood moon mor moreov morn mortgag
mosqu mosquito moss most mot moth motion motiv motor mount mountain mountpoint mous mouth mov movi msgmerg msysgit
mtim much mud mult multiarch multibyt multicast multilib multilin multimod multip multipart multipl multiplic
multithread mus muscl museum mushroom music musician mutabl mutat mutex mutil mutilat mutu myster mysterious nail naiv
nam namedtupl namespac nanosecond narg narrow nast nation nativ natur nav navig navigat nbyt ncurs ndash near nearest
necessar neck need needl needless neg negat negligenc negligent negot negotiat neighbor neighbour neighbourhood neith
neostandard nephew nerv nest net netbsd netloc netrc nettl network neutr nevertheless new newcom newest newlin newspap
next nic nich nicknam night nin ninet nineteen ninja ninth nish nobod nocheck nodej nodoc nois non nonblock nonc
nonempt nonetheless nonexclus nonexistent noninfring nonloc nonsens nonstandard nonzero noon noop noreturn norm normal
normaliz north nos not notab notabl notar notebook noth notic notif notific notion noudeb novel nowada nrof nsswitch
nuclear null nullptr numb number numer numeric numerous nump nurs nut oak oath oauthlib objdir objdump object oblig
obligat obscur observ obsolescent obsolet obtain obvious occasion occup occur occurrenc ocean octet octopus odour off
offend offer offic offlin offload offset offshor oil oka old oldest oldoldst oldst oliv omiss omit one onelin oner
ongo onion onlin onward opaqu opcod open openbsd opencollect openssl oper opera operand operat operation opin opponent
opportun opportunistic oppos opposit opt optarg optim optimiz optimum option optpars orang orbit orchestra ord order
ordin ordinar ore organ organis orient origin originat orphan orthogon oth otherw ought ourselv out outag outbreak
outbuf outcom outdat outermost outfil outgo outlin output outsid outstand oven over overall overcom overflow overhaul
overhead overla overlap overload overlong overlook overread overrid overridden overriden overrun oversight overt
overview overwrit overwritten overwrot owing owl own ownership oxygen pac pacif pack packag packet packfil pad pag
paid pain painful paint pair palac palett palm pamphlet pan panel pango pap para parad paragraph parallel parallelism
param paramet parametr paranoid parcel pardon paren parent parenthes parit park parlia parliamentarian parrot pars
part particip participant participat particl particular partn partnership pass passag passeng passphras passport
passwd password past pasta pastur patch patchlevel patchset patent path pathlib pathnam patholog pathspec patienc
patient patrol pattern paus pay payload peac peak peasant pedant pedestrian peek peer pen penalt pencil pend pens
pension peopl pep per percent percentag perf perfect perform performanc performant perfum period periodic permanent
permiss permissiv permit perpetu pers persistenc persistent person personal perspect pertain pet petrol pharmac phas
phenomenon philosoph phish phon phonogram photo photograph phras phys physic physician piano pick pickl pictur pidof
piec pig pil pill pillow pilot pin ping pino pip pipelin pirat pit pitch piupart pixbuf pixel pixmap pizza pkgconf
pkgconfig pla plac placehold plain plaintext plaintif plan planet plant plast plat platform playground playwright
pleas plot plug plugin plumb plur plus pocket poem poet poetr point pointless poison pol polic polish politician
polkit polkitd poll pollut polynom pond pool poor pop popul popular populat popup pork port portabil portrait pos
posit position posixpath poss possess possib possibil post postfix postimag postinst postrm postscript pot potato
potent potter poultr pound povert pow powd power powerful powerpc powerpcsp pprint pra pract practic pragma preambl
prebuilt prec preced precedenc precis precompil precomput predecess predefin predicat predict pref prefer preferenc
prefix pregnanc preimag preinst prejudic preliminar preload prem prematur premium prepackag prepar preparator prepend
preproc preprocess prereleas prerequisit prerm presenc present preserv preset president press pressur presum presumab
pretend prett prev prevail prevent preview previous pri pric prid priest prim primar primit princ princess princip
principl print printout prior prison privac privat privileg priz prob probab probabil problem problemat proc procedur
proceed process procp procur produc product productiv profess profession profil profit prognam program programmatic
progress progressiv prohibit project prom prominent promis promot promotion prompt pron proof prop propag propagat
proper propert proportion propos propriet proprietar pros prosecut prospect prospectiv protect protein protest proto
protocol prototyp prov provenanc provid provinc provis provision prox prun pseudo pseudocod pseudonym psycholog
pthread publ public publish pull pump punctu punish punycod pupil pur purchas purg purist purpos purs pursuant push
put puzzl pyflak pyg pygobject pyp pypars pyproject pytest quadrat qual qualif quant quantif quantum quart quash queen
quer querystr quest question queu quick quiet quilt quirk quit quot quota rabbit rac radar radio rail railwa rain
rainfall rais raising ranch random randr rang rank ranlib ransom ransomwar rapid rar rast rat ratio rational ray raz
reach reachabil react read readabil readlin readlink readm readon real realist realloc reallocat realm realpath
realtim rearrang reason reasonab rebas rebel rebind reboot rebroadcast rebuild rebuilt rec recast receipt receiv
recent recept recip recipient recit recod recogn recogniz recognizab recommend recompil reconfigur reconnect
reconstruct record recov recover recreat rectangl rectangular recurs recursiv recvmsg redact redefin redesign redirect
redistribut redraw reduc reduct redundanc redundant reef reen reentrant ref refact refactor refcount refer refere
referenc refin reflect reflog refnam reform reformat refrain refresh refspec reft refuge refund refus regard
regardless regener regenerat regex regexp regim region regist register registr regress regret regul regular regulat
rehyp reimplement reinitial reinstall reinstat reintroduc reject rel relat relationship relativ relax releas relevant
reliab reliabil relicens relief relig relinquish reload reloc relocat remain remaind remap remark remed rememb
remember remind remnant remot remov renam rend render renegot rent reopen reord reorder reorgan rep repack repair
repeat repet repetit repla replac replicat repo report repositor represent representat reproduc reproducibil reproduct
reprotest reptil republ reput request requir rerer rerun res resciss rescu research resell reserv reservoir reset
resid resident resilient resistanc resistant resolut resolv resort resourc respect respectiv respond respons
responsibil rest restart restaurant restor restrict restructur result resum resumpt retail retain retext retir retr
retriev retroactiv return retv reun reus rev revamp reveal revent revenu revers revert review revis revoc revok
revolut reward rewind reword rework rewrit rewritten rewrot rhythm ric rich rid ridiculous right ring riot ris risk
ritu riv rmdir road robot robust rock rocket rol roll rollback roof room root rop ros rot rotat rough round roundtrip
rout routin row royalt rpath rsquo rub rubbish rudimentar rug rul rumour run runtim runus rush sack sacrific sad saf
safet sail saint sak sal salad salar salesman salmon salsa salt sam sampl sampo sanct sand sandbox sandwich sanit
sanitiz sarg satellit satir satisf sauc sav saw say scal scalar scam scan scand scanf scanlin scarc scen scenario
scent schedul schem schema scholar scholarship school scienc scient scientif sciss scop scor scout scratch screen
screensav screenshot screw script scriptlet scroll sculptur sdist sea seal seaport search season seat seaw seccomp
second secondar secret secretar sect secur securitymd see seed seek seem seen seg segfault segment select selectiv
self selinux sell sem semant semaphor semicolon semiconduct seminar semv sen senat send sendemail sendmsg sens sensit
sensitiv sent sentenc sentinel separ separat sequenc sequent ser serial serializ serious sermon serv servant servernam
servic sess set setenv setgid setjmp setlocal setterm settl setuid setup setuptool seven sevent seventeen seventh
sever sewag sfdisk shad shadow shaft shak shallow sham shap shar sharehold shark sharp shebang sheep sheet shelf shell
shellcheck shelt shield shift shim ship shirt shlex shlib sho shock shop shor short shortag shortcut shorten shortest
shorthand shortlog shot should shouldn show shown shrimp shrink shut shutdown shutil sibl sick sid sideband sieg
sigact sight sign signal signall signatur signed significant sil silenc silent silicon silk silv similar simp simpl
simplest simplic simplif simplific simulat simultaneous sing singl singleton singular sink sist sit situ six sixt
sixteen sixth siz sizeof sizing skeleton sketch ski skill skin skip skirt sky skypack slack slash slav sleep slic slid
slight slop slopp slot slow slowdown slurp small smallest smart smartphon smash smell smok smooth snak snapshot sneak
snippet snow snprintf soap soc societ sockaddr socket sodium softwar soil sol solar sold solid solut solv somehow
someon someth sometim somewhat somewher son sonam song soon sophisticat sorr sort sought soul sound soup sourc south
sovers spac span spar sparc spars spawn spe speak spec special specif specific spectrum sped speech speed speedup
spell spend spent sphinx spid spirit splic split spokesman spokesperson spokeswoman spons sponsor sponsorship sport
spot spous spr spread spreadsheet sprintf spurious spy squad squar squash squelch srcdir sta stabil stabl stablecoin
stack stacktrac stadium staf stag stair stak stakehold stal stamp stand standalon standard stanza star start startup
stash stat stateful stateless static statist status statut statutor stdbool stddef stdint stdio stdlib ste steal steam
steel stem step steward stick stimulat stock stolen stomach ston stop stoppag stor storag store storm str stra
straight straightforward strang strateg straw strbuf strcasecmp strcp strdup stream streamlin street strength strer
stress stretch strftim strict strid strik strikethrough stringif strip strlen strncp strndup strong strtol struct
structur stub stuck stud student studio stuf stupid styl stylesheet subclass subcommand subdir subdirector subexpress
subject sublicens submiss submit submodul suboptim subpath subpattern subprocess subproject subroutin subsampl
subscrib subscript subsect subsequent subset subshell subsidiar subst substanc substant substit substitut substr
subsum subsystem subtest subtl subtract subtre subtyp suburb subvers succ succeed success successful such sudo suf
suffic sufficient suffix sugar suggest suicid suit suitabil sum summar summariz sun sunlight sup super superblock
superclass supercomput superfic superfluous superproject supersed superset superus supervis suppl supplementar support
suppos suppress sur surfac surg surgeon surpr surrend surrender surrogat surround surv surve surveillanc surviv
suscept suspect suspend suspic suspicious swamp swan swap swapon sweat switch sword symbol symlink symmetr symptom
symref sync synch synchron synchronous synonym synops syntact syntactic syntax synthes synthet syrup sysadmin syscall
sysconfdir sysconfig sysctl sysf syslog sysroot system systemctl systemd sysvinit tab tabl tablet tag tagnam tail
tailor tak taken talent talk tank tap tarball target tarif task taskl tast taught tax taxpa tea teach team tear
teardown techn technic technician techniqu technolog telemetr telephon telescop televis tell temperatur tempfil templ
templat temporar tempt ten tenant tend tent tentat tenth ter term termcap termin terminat terminolog termio ternar
territor test testcas testsuit texinfo text textarea textconv textu textur textwrap thank theatr theft them theor
theoret theoretic therap thereaft thereb therein thereof thereto thief thin thing think thinko third thirt thirteen
thorough thought thousand thre thread threadsaf threat threshold threw throat thron throughout throughput throw thrown
thru thumb thund thus ticket tid tied tig tight tighten til tild tim timb timefram timeout timestamp timev timezon tin
tinderbox tip tir tissu titl tium toast tobacco toctre toda todo toggl toilet token tokeniz tokensourc told tolerant
tolerat tomato tomorrow ton tongu tonight took tool toolchain toolkit tooth top toplevel topmost topograph torch tort
tortur tot total touch tour tourna tow town toy tra trac traceback track tract trad trademark tradition traf traged
trail train tram trans transact transcod transcript transf transfer transform transient transit transition transl
translat translationproject transmiss transmit transparenc transparent transpil transport trap trash trav travel
travell travers tre treasur treat trench trend tri trib tribun trick trig trigger trim trip tripl triplet triv trof
troop troubl tru truck trunc truncat trunk trust truste truth try tsconfig tsdown tsup ttyp tub tun tunnel tupl turbin
turn turnov tutor tweak twelv twent twic twin two typ typecast typedef typefac typenam typeof typescript typeset typic
typo typofix tyr tzdata ubsan uchar udeb ugl ulimit ultimat umask umbrella umount unabl unaffect unalign unallocat
unalter unam unambiguous unar unauthenticat unauthor unavail unawar unbalanc unborn unbound unbreak unbuffer uncaught
unchang uncheck uncl unclear unclos uncommit uncommon uncompress uncondition uncover undeclar undef undefin underflow
underl underlin underscor undersea understand understood undesir undetect undic undocument unencrypt unencumber
unenforc unescap unexpect unfair unfinish unformat unfortunat unhandl unhelpful unicod unif uniform unimplement
uninitial uninstall unintend unintention union uniqu unist unistd unit unittest univers unknown unlik unlimit unlink
unload unlock unmaintain unmatch unmerg unmodif unnam unnecessar unneed unnotic unoffic unpack unpatent unport
unpredict unprivileg unquot unreach unread unrecogn unrecover unref unregister unrel unrelat unreleas unrequir
unresolv unrespons unrestrict unsaf unset unshar unsign unspecif unst unsupport unterminat untest untouch untrack
untranslat untrust unus unusu unversion unwant unwind unwrap upcom updat upfront upgrad upload upp uppercas upstream
upward urgenc urin urllib urlpars usabil usabl usag uscan use useful usefull useless user userdif userland usernam
userspac using usu usual util utiliz utter uuid uuml vac vaccin valgrind valid validat valle valu van var vararg
variad varianc variant variet various vasprintf vect veget vehicl vein vend vendor ventur verb verbatim verbos verdict
verif verific vers versa version versionad versus vert vertic vessel vestig veteran vfil vfprintf viabl vic victim
video view villag vimdif viol violat violenc violin virtu virtualenv virus visibil visibl vision visit visu visual
vocabular voic void volatil volcano volum volunt voluntar vot voyag vscod vsnprintf vulner vulnerabil waf wag wagon
waist wait waitpid waiv walk wall want war warden wardrob warehous warn warrant wasn wast wasteful wat watch wav way
wayland weak weakref wealth weapon weath webhook webpag websit websocket wed weed week weekend weight weird welcom
welfar went weren west wget whal whatev whatsoev wheat wheel whenev wherea whereb wherein wherev whichev whilst whisk
whistl whit whitel whitespac whoev wholesal wid widen widespread widget widow width wif wik wikipedia wild wildcard
wilder wildlif will win wind window windr wing winsock wint wipef wir wireless wisdom wish wit witch withdraw
withdrawn woken wolf woman women wond wonderful wood wool wooorm word work workaround workflow workforc workload
workshop workspac worktre world worldwid worm worr wors worst worth wouldn wound wrap wrist writ writev written wrong
wrot xalloc xarg xast xauth xdif xen xfig xhigh xin xinclud xlink xlsclient xmalloc xmlto xprint xproto xserv
xsltexport xsltlocal xsltproc xsltutil xstrdup xterm xtran yard yarn yarrow year yellow yesterda yield young yourself
youth yuml yy zentara zero zipfil zlib zon`

const COMMON = new Set(STEMS.split(/\s+/))

// Endings of ordinary words, which few names have.
const ORDINARY =
  /.(?:[st]ion|ance|ence|ment|ness|ity|ing|ed|ly|ship|ism|ology|graphy|ware|able|ible|ful|less|ous|ive|ical|wise|ture|age)s?$/

const SECOND_PART =
  /^(.{3,})(?:time|line|flow|night|wide|word|put|back|down|over|load|base|holder|maker|owner|keeper|wards?|proof|like|scale)s?$/

/** Whether a folded word is an ordinary English one, so that a capital at the start of a sentence means nothing. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(stem(word)) || ORDINARY.test(word) || isCompound(word)
}

// `Overnight`, `cardholder`: the second part is one that names seldom end in.
function isCompound(word: string): boolean {
  const [whole, first = ''] = SECOND_PART.exec(word) ?? []
  return whole !== undefined && (COMMON.has(stem(first)) || isFunctionWord(first))
}
