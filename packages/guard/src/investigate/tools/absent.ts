/**
 * Tools whose answers lie outside of a look: in the network, in services, logs and devices of the
 * machine, or with other people. Nothing of them runs; one sentence is the answer, and the commands
 * beside them in a line are answered as usual. Their versions may be asked.
 */
import {
  ALONE,
  forms,
  type Grammar,
  NO_DEVICES,
  NO_NETWORK,
  NO_SERVICE,
  PRIVATE_LOG,
  sentences,
} from "../grammar.ts";

const NO_SOCKETS = "a look has a network of its own: sockets of the machine are not seen";
const NO_SETTINGS = "settings of services in /etc are not seen from a look";
const NO_KEYS = "keys and keyrings stay private";
const NO_SHELL = "the user's own shell is not asked: its variables and aliases stay private";
const NO_PEOPLE = "who uses this machine, and when, stays private";
const NO_PROCESSES = "processes of the machine are not seen from a look";
const NO_FIREWALL = "the network settings of the machine are not seen from a look";

function absent(tools: string, words: string, why: string): Readonly<Record<string, Grammar>> {
  const grammar: Grammar = {
    purpose: `is answered by a sentence: ${why}`,
    form: forms([`--version ${words}`.trim(), ALONE]),
    startsIn: "/",
    absent: sentences(["*", why]),
  };
  return Object.fromEntries(tools.split(" ").map((tool) => [tool, grammar]));
}

export const ABSENT: Readonly<Record<string, Grammar>> = {
  ...absent("ip ss netstat ifconfig lsof fuser sockstat", "-V -v", NO_SOCKETS),
  ...absent("alias history export declare set shopt jobs hash compgen", "", NO_SHELL),
  ...absent("gpg gpg2 gpgconf pass ssh-add ssh-keygen keyctl", "", NO_KEYS),
  ...absent("nginx httpd apache2 haproxy php-fpm sshd varnishd", "-v -V", NO_SETTINGS),
  ...absent("named-checkconf postconf exim doveconf slapcat", "-v -V", NO_SETTINGS),
  ...absent("curl wget ssh dig nslookup host ping nc traceroute", "-V", NO_NETWORK),
  ...absent("ping6 ncat netcat telnet tracepath mtr whois nmap http https xh", "-V", NO_NETWORK),
  ...absent("drill arping iperf iperf3 speedtest ntpq chronyc openconnect", "-V", NO_NETWORK),
  ...absent("gh glab hub az heroku netlify vercel firebase flyctl", "version", NO_NETWORK),
  ...absent("doctl linode-cli hcloud oci ibmcloud eksctl argocd flux", "version", NO_NETWORK),
  ...absent("pulumi vault consul nomad minikube kind istioctl oc", "version", NO_NETWORK),
  ...absent("stern k9s linkerd skopeo velero kubectx kubens etcdctl", "version", NO_NETWORK),
  ...absent("sentry-cli wrangler supabase railway render circleci travis", "version", NO_NETWORK),
  ...absent("psql mysql mariadb redis-cli mongo mongosh sqlcmd cqlsh", "-V", NO_NETWORK),
  ...absent("pg_isready mysqladmin mariadb-admin mysqlshow mysqlcheck", "-V", NO_NETWORK),
  ...absent("clickhouse-client influx valkey-cli mongostat ldapsearch", "-V", NO_NETWORK),
  ...absent("pg_lsclusters pg_ctl pg_ctlcluster rabbitmqctl", "-V", NO_SERVICE),
  ...absent("rabbitmq-diagnostics kafka-topics nodetool", "", NO_SERVICE),
  ...absent(
    "supervisorctl pm2 monit passenger-status crictl ctr nerdctl",
    "version -v",
    NO_SERVICE,
  ),
  ...absent("loginctl networkctl resolvectl localectl busctl machinectl", "", NO_SERVICE),
  ...absent("nmcli virsh lxc incus multipass bluetoothctl pactl", "-v", NO_SERVICE),
  ...absent("mailq postqueue lpstat apachectl apache2ctl getsebool", "-v -V", NO_SERVICE),
  ...absent("systemd-cgls systemd-cgtop systemd-resolve service", "", NO_SERVICE),
  ...absent("getenforce sestatus aa-status aa-enabled fail2ban-client", "", NO_SERVICE),
  ...absent("journalctl dmesg coredumpctl ausearch aureport logread", "-V", PRIVATE_LOG),
  ...absent("crontab atq at", "-V", "timed jobs of the machine stay private"),
  ...absent("who w users last lastb lastlog finger lslogins", "-V", NO_PEOPLE),
  ...absent("jcmd jstack jmap jinfo jstat pmap pwdx py-spy", "", NO_PROCESSES),
  ...absent("lsns lslocks ipcs iotop htop pidstat", "-V", NO_PROCESSES),
  ...absent("iptables ip6tables nft ufw firewall-cmd arp route ethtool", "-V", NO_FIREWALL),
  ...absent("iw iwconfig bridge tc conntrack tcpdump tshark", "-V", NO_FIREWALL),
  ...absent("fdisk parted blkid smartctl lvs vgs pvs mdadm zpool zfs", "-V", NO_DEVICES),
  ...absent("btrfs hdparm nvme dmidecode lshw hwinfo inxi sensors", "-V", NO_DEVICES),
  ...absent("rocm-smi rocminfo clinfo vulkaninfo glxinfo xrandr", "-V", NO_DEVICES),
  ...absent("xdpyinfo lsscsi lspcmcia v4l2-ctl aplay arecord fastboot adb", "-V", NO_DEVICES),
};
